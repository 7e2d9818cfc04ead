import { beforeEach, describe, expect, it } from 'vitest'
import { GROUP_SEPARATOR } from '#shared/message/group.ts'
import type { ConnectionDraft } from '#shared/model/connection.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { startVirtualApp, type VirtualApp } from '../support/virtual-app.ts'
import { postAlert } from '../support/webhook.ts'
import { startLine } from './start-line.ts'

let stage: VirtualApp
let trader: Trader
let templateId: string

beforeEach(async () => {
  ;({ stage, trader, templateId } = await startLine('*{{n}}*{{text}}'))
})

const connect = (draft: Partial<ConnectionDraft> = {}) =>
  trader.connect(stage.botApi, { templateId, ...draft })

type Connection = Awaited<ReturnType<typeof connect>>

const post = async (to: Connection, n: number | string, text = '') => {
  const response = await postAlert(to.webhookUrl, { n, text })
  return ((await response.json()) as { alertId: string }).alertId
}

/** Alerts that come while the first one is in flight; `then` runs before that one is answered. */
async function burst(
  to: readonly Connection[],
  texts: readonly string[] = [],
  then: () => void = () => {},
): Promise<string[]> {
  const [first] = to
  if (!first) return []
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  stage.botApi.fail(
    { chatId: first.telegramChatId, times: 1 },
    { kind: 'delay', ms: 0, after: opened },
  )
  const before = stage.botApi.requests.length
  const ids = [await post(first, 1)]
  await stage.botApi.waitFor((_messages, requests) => requests.length > before)
  for (const [index, connection] of to.entries())
    ids.push(await post(connection, index + 2, texts[index]))
  then()
  open()
  return ids
}

/** Two connections; `options` belong to the second. */
async function twoToOneChat(options: Partial<ConnectionDraft> = {}) {
  const { token: telegramBotToken } = stage.botApi.addBot()
  const one = await connect({ telegramBotToken })
  const { telegramChatId } = one
  return [one, await connect({ telegramBotToken, telegramChatId, ...options })] as const
}

const delivered = async (ids: readonly string[]) => {
  for (const id of ids)
    await stage
      .poll(async () => (await trader.api.alerts.read({ id })).telegramDeliveryStatus)
      .toBe('success')
  return Promise.all(ids.map(id => trader.api.alerts.read({ id })))
}

const texts = () => stage.botApi.messages.map(message => message.text)

describe('alerts that had to wait', () => {
  it('leave together in order, each with its own formatting and record', async () => {
    const connection = await connect()
    const ids = await burst([connection, connection, connection])
    const alerts = await delivered(ids)
    expect(texts()).toEqual(['1', `2${GROUP_SEPARATOR}3${GROUP_SEPARATOR}4`])
    const step = 1 + GROUP_SEPARATOR.length
    expect(stage.botApi.messages[1]?.entities).toEqual(
      [0, step, 2 * step].map(offset => ({ type: 'bold', offset, length: 1 })),
    )
    expect(alerts.map(alert => alert.messageIds)).toEqual([[1], [2], [2], [2]])
    expect(alerts.map(alert => alert.sentTogether)).toEqual([1, 3, 3, 3])
    expect(alerts.map(alert => alert.message?.text)).toEqual(['1', '2', '3', '4'])
  })

  it('from several connections to one chat share a message', async () => {
    const [one, other] = await twoToOneChat()
    await delivered(await burst([one, other]))
    expect(texts()).toEqual(['1', `2${GROUP_SEPARATOR}3`])
  })

  it.each<[string, Partial<ConnectionDraft>]>([
    ['silent', { silent: true }],
    ['without a preview', { linkPreview: false }],
    ['protected', { protectContent: true }],
    ['not to be grouped', { groupBursts: false }],
  ])('keep their order and share no message with alerts that are %s', async (_what, options) => {
    const [one, other] = await twoToOneChat(options)
    await delivered(await burst([one, other, one, one]))
    expect(texts()).toEqual(['1', '2', '3', `4${GROUP_SEPARATOR}5`])
  })

  it('leave one by one when grouping is off', async () => {
    const connection = await connect({ groupBursts: false })
    await delivered(await burst([connection, connection, connection]))
    expect(texts()).toEqual(['1', '2', '3', '4'])
  })

  it('are split between messages at Telegram’s length limit', async () => {
    const connection = await connect()
    const long = 'x'.repeat(1_500)
    await delivered(await burst(Array(4).fill(connection), Array(4).fill(long)))
    expect(stage.botApi.messages.map(({ text }) => text.split(GROUP_SEPARATOR).length)).toEqual([
      1, 2, 2,
    ])
    expect(arrivedTexts(stage.botApi).map(text => text[0])).toEqual(['1', '2', '3', '4', '5'])
  })
})

describe('a message of several alerts', () => {
  it('is taken apart when Telegram refuses it, so that only the bad alert fails', async () => {
    const connection = await connect()
    const target = { chatId: connection.telegramChatId, times: 1 }
    const refusal = { kind: 'refusal', status: 400, description: 'Bad Request: new' } as const
    const ids = await burst(Array(3).fill(connection), [], () => {
      stage.botApi.fail(target, refusal)
      stage.botApi.fail(target, { kind: 'delay', ms: 0 })
      stage.botApi.fail(target, refusal)
    })
    const [first = '', second = '', bad = '', last = ''] = ids
    await delivered([first, second, last])
    expect(texts()).toEqual(['1', '2', '4'])
    expect(await trader.api.alerts.read({ id: bad })).toMatchObject({
      telegramDeliveryStatus: 'failed',
      reason: expect.stringContaining('new'),
    })
  })

  it('is resent unchanged when it may have arrived, even if more alerts wait by then', async () => {
    const connection = await connect()
    const target = { chatId: connection.telegramChatId, times: 1 }
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    const ids = await burst([connection, connection], [], () =>
      stage.botApi.fail(target, { kind: 'reset', stored: true, after }),
    )
    await stage.botApi.waitFor((_messages, requests) => requests.length === 2)
    ids.push(await post(connection, 4))
    answer()
    const alerts = await delivered(ids)
    const group = `2${GROUP_SEPARATOR}3`
    expect(texts()).toEqual(['1', group, group, '4'])
    expect(alerts.map(alert => alert.uncertain)).toEqual([false, true, true, false])
  })

  it('stays unchanged when it may have arrived, even if its retry meets a flood wait', async () => {
    const connection = await connect()
    const target = { chatId: connection.telegramChatId, times: 1 }
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    const ids = await burst([connection, connection], [], () => {
      stage.botApi.fail(target, { kind: 'reset', stored: true, after })
      stage.botApi.fail(target, { kind: 'flood', retryAfter: 6 })
    })
    await stage.botApi.waitFor((_messages, requests) => requests.length === 2)
    ids.push(await post(connection, 4))
    answer()
    await delivered(ids)
    const group = `2${GROUP_SEPARATOR}3`
    expect(texts()).toEqual(['1', group, group, '4'])
  })

  it('is resent without the alert of a connection switched off meanwhile', async () => {
    const [one, other] = await twoToOneChat()
    const target = { chatId: one.telegramChatId, times: 1 }
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    const [first = '', second = '', off = '', last = ''] = await burst([one, other, one], [], () =>
      stage.botApi.fail(target, { kind: 'reset', stored: true, after }),
    )
    await stage.botApi.waitFor((_messages, requests) => requests.length === 2)
    await trader.api.connections.update({ id: other.id, isActive: false })
    answer()
    await delivered([first, second, last])
    expect(await trader.api.alerts.read({ id: off })).toMatchObject({
      telegramDeliveryStatus: 'failed',
      reason: 'Conexión inactiva',
      uncertain: true,
    })
    expect(texts().slice(2)).toEqual(['2', '4'])
  })

  it('is resent without the alert of a connection moved to another chat meanwhile', async () => {
    const [one, other] = await twoToOneChat()
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const ids = await burst([one, other, one], [], () =>
      stage.botApi.fail({ text: '2', times: 1 }, { kind: 'delay', ms: 0, after: opened }),
    )
    await stage.botApi.waitFor((_messages, requests) => requests.length === 2)
    const { id: elsewhere } = stage.botApi.addChat({ id: 901, type: 'private' })
    await trader.api.connections.update({ id: other.id, telegramChatId: String(elsewhere) })
    await stage.botApi.down()
    await stage.botApi.up()
    await delivered(ids)
    expect(arrivedTexts(stage.botApi, elsewhere)).toEqual(['3'])
    expect(arrivedTexts(stage.botApi, one.telegramChatId).slice(-2)).toEqual(['2', '4'])
    open()
  })

  it('is rebuilt with all waiting alerts when a flood wait held it back', async () => {
    const connection = await connect()
    const ids = [await post(connection, 1)]
    await delivered(ids)
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    stage.botApi.fail(
      { chatId: connection.telegramChatId, times: 1 },
      { kind: 'flood', retryAfter: 6, after },
    )
    for (const n of [2, 3, 4]) ids.push(await post(connection, n))
    answer()
    const alerts = await delivered(ids)
    expect(texts().at(-1)).toBe(`2${GROUP_SEPARATOR}3${GROUP_SEPARATOR}4`)
    expect(alerts.map(alert => alert.retryAttempts)).toEqual([1, 1, 1, 1])
    expect(alerts.every(alert => !alert.uncertain)).toBe(true)
  })
})

it('settles alerts that may have arrived together alike, whatever their earlier attempts', async () => {
  await using stage = await startVirtualApp({ deliveryOutageWindow: 0 })
  const trader = await signUp(stage)
  const template = await trader.api.templates.create({ name: 'N', content: '{{n}}' })
  const connection = await trader.connect(stage.botApi, { templateId: template.id })
  const target = { chatId: connection.telegramChatId }
  stage.botApi.fail({ ...target, times: 1 }, { kind: 'flood', retryAfter: 3 })
  stage.botApi.fail({ ...target, times: 2 }, { kind: 'reset', stored: true })
  for (const n of [1, 2, 3]) await postAlert(connection.webhookUrl, { n })
  await stage.botApi.waitFor((_messages, requests) => requests.some(({ status }) => status === 429))
  await stage.app.db.updateTable('deliveries').set({ attempts: 2 }).where('seq', '=', 1).execute()
  await stage.botApi.waitFor(messages => messages.length === 3)
  const group = ['1', '2', '3'].join(GROUP_SEPARATOR)
  expect(stage.botApi.messages.map(({ text }) => text)).toEqual([group, group, group])
  await stage
    .poll(async () => (await trader.api.alerts.list({ status: 'success' })).items)
    .toMatchObject([{ retryAttempts: 3 }, { retryAttempts: 3 }, { retryAttempts: 3 }])
})
