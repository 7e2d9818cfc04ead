import { beforeEach, describe, expect, it } from 'vitest'
import { arrivals, arrivedTexts } from '../support/arrivals.ts'
import type { Trader } from '../support/trader.ts'
import type { VirtualApp } from '../support/virtual-app.ts'
import { postAlert } from '../support/webhook.ts'
import { startLine } from './start-line.ts'

let stage: VirtualApp
let trader: Trader
let templateId: string

beforeEach(() => start())

async function start(telegramBotRate = 30): Promise<void> {
  ;({ stage, trader, templateId } = await startLine('{{n}}', { telegramBotRate }))
  stage.botApi.enforceLimits(true, telegramBotRate)
}

type Connection = Awaited<ReturnType<Trader['connect']>>
const post = (to: Connection, n: number) => postAlert(to.webhookUrl, { n })
const floods = () => stage.botApi.requests.filter(({ status }) => status === 429)
const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n))

describe('sends that keep to Telegram’s limits', () => {
  it('deliver a burst to a group in order, in few messages', async () => {
    stage.botApi.addChat({ id: -100_77, type: 'supergroup' })
    const group = await trader.connect(stage.botApi, { templateId, telegramChatId: '-10077' })
    for (const n of numbers(120)) await post(group, Number(n))
    await stage.botApi.waitFor(() => arrivals(stage.botApi).length >= 120)
    expect(arrivedTexts(stage.botApi)).toEqual(numbers(120))
    expect(stage.botApi.messages.length).toBeLessThan(60)
    expect(floods()).toEqual([])
  })

  it('count messages that another process has sent before', async () => {
    stage.botApi.addChat({ id: -100_77, type: 'supergroup' })
    const draft = { templateId, telegramChatId: '-10077', groupBursts: false }
    const group = await trader.connect(stage.botApi, draft)
    for (const n of numbers(20)) await post(group, Number(n))
    await stage.botApi.waitFor(messages => messages.length === 20)
    await stage.restart()
    for (const n of numbers(3)) await post(group, Number(n))
    await stage.botApi.waitFor(messages => messages.length === 23)
    expect(floods()).toEqual([])
  })

  it('count them also before a test message, and each part of a long one', async () => {
    stage.botApi.addChat({ id: -100_77, type: 'supergroup' })
    const template = await trader.api.templates.create({ name: 'Largo', content: '{{text}}' })
    const draft = { templateId: template.id, telegramChatId: '-10077' }
    const group = await trader.connect(stage.botApi, draft)
    const words = Array.from({ length: 3_300 }, (_, n) => `palabra${n}`).join(' ')
    for (let n = 0; n < 2; n += 1) await postAlert(group.webhookUrl, { text: words })
    await stage.botApi.waitFor(messages => messages.length === 20)
    await stage.restart()
    const { id } = group
    expect(await trader.api.connections.test({ id })).toMatchObject({ ok: false })
    for (const text of ['a', 'b']) await postAlert(group.webhookUrl, { text })
    await stage.botApi.waitFor(messages => messages.length > 20)
    expect(floods()).toEqual([])
  })

  it('deliver a burst to a private chat one by one when grouping is off', async () => {
    const one = await trader.connect(stage.botApi, { templateId, groupBursts: false })
    for (const n of numbers(12)) await post(one, Number(n))
    await stage.botApi.waitFor(messages => messages.length === 12)
    expect(arrivedTexts(stage.botApi)).toEqual(numbers(12))
    expect(floods()).toEqual([])
  })

  it('deliver the parts of a long message one after the other', async () => {
    const template = await trader.api.templates.create({ name: 'Largo', content: '{{text}}' })
    const connection = await trader.connect(stage.botApi, { templateId: template.id })
    const words = Array.from({ length: 4_000 }, (_, n) => `palabra${n}`).join(' ')
    await postAlert(connection.webhookUrl, { text: words })
    await stage.botApi.waitFor(
      messages => messages.map(({ text }) => text).join(' ').length === words.length,
    )
    expect(stage.botApi.messages.length).toBeGreaterThan(5)
    expect(stage.botApi.messages.map(({ text }) => text).join(' ')).toBe(words)
    expect(floods()).toEqual([])
  })

  it.each([
    [30, 70],
    [10, 24],
  ])('share the bot’s limit of %i a second between its chats', async (botRate, count) => {
    await start(botRate)
    const { token } = stage.botApi.addBot()
    const chats = await Promise.all(
      Array.from({ length: count }, () =>
        trader.connect(stage.botApi, { templateId, telegramBotToken: token }),
      ),
    )
    await Promise.all(chats.map(chat => post(chat, 1)))
    await stage.botApi.waitFor(messages => messages.length === count)
    expect(floods()).toEqual([])
  })
})

describe('a flood wait', () => {
  const floodWait = (to: Connection, retryAfter: number) =>
    stage.botApi.fail({ chatId: to.telegramChatId, times: 1 }, { kind: 'flood', retryAfter })

  it('makes the whole bot wait when two of its chats get one at once', async () => {
    const { token } = stage.botApi.addBot()
    const [one, two, three] = [
      await trader.connect(stage.botApi, { templateId, telegramBotToken: token }),
      await trader.connect(stage.botApi, { templateId, telegramBotToken: token }),
      await trader.connect(stage.botApi, { templateId, telegramBotToken: token }),
    ]
    const elsewhere = await trader.connect(stage.botApi, { templateId })
    floodWait(one, 120)
    floodWait(two, 120)
    await Promise.all([post(one, 1), post(two, 1)])
    await stage.botApi.waitFor(
      (_messages, requests) => requests.every(({ status }) => status > 0) && requests.length === 2,
    )
    await post(three, 1)
    await post(elsewhere, 1)
    await stage.botApi.waitFor(messages => messages.length === 4)
    expect(stage.botApi.messages[0]?.chatId).toBe(elsewhere.telegramChatId)
    expect(stage.botApi.requests).toHaveLength(6)
  })

  it('goes on after a restart, and is forgotten at its end', async () => {
    const connection = await trader.connect(stage.botApi, { templateId })
    floodWait(connection, 60)
    await post(connection, 1)
    await stage.time.pass(30_000)
    await stage.restart()
    expect(await trader.api.connections.test({ id: connection.id })).toMatchObject({ ok: false })
    await stage.botApi.waitFor(messages => messages.length === 1)
    const [refused = 0, sent = 0] = stage.botApi.requests.map(({ at }) => at)
    expect(sent - refused).toBeGreaterThanOrEqual(60_000)
    expect(sent - refused).toBeLessThan(61_000)
    await stage.poll(() => stage.app.db.selectFrom('lanes').selectAll().execute()).toEqual([])
  })

  it('makes the connection test fail at once, with the seconds to wait', async () => {
    const connection = await trader.connect(stage.botApi, { templateId })
    floodWait(connection, 50)
    await post(connection, 1)
    await stage.botApi.waitFor((_messages, requests) =>
      requests.some(({ status }) => status === 429),
    )
    await stage
      .poll(() => trader.api.connections.test({ id: connection.id }))
      .toMatchObject({ ok: false, reason: expect.stringMatching(/pausa.*\d+\u00a0s/) })
    expect(stage.botApi.messages).toEqual([])
  })

  it('in answer to a connection test makes the connection’s alerts wait', async () => {
    const connection = await trader.connect(stage.botApi, { templateId })
    floodWait(connection, 600)
    expect(await trader.api.connections.test({ id: connection.id })).toMatchObject({ ok: false })
    const response = await post(connection, 1)
    const { alertId: id } = (await response.json()) as { alertId: string }
    expect(await trader.api.connections.test({ id: connection.id })).toMatchObject({ ok: false })
    expect(stage.botApi.requests).toHaveLength(1)
    expect((await trader.api.alerts.read({ id })).telegramDeliveryStatus).toBe('pending')
  })
})

describe('the connection test', () => {
  it('counts as a message and says when the rate limit is reached', async () => {
    const connection = await trader.connect(stage.botApi, { templateId })
    const outcomes = []
    for (let n = 0; n < 8; n += 1)
      outcomes.push(await trader.api.connections.test({ id: connection.id }))
    expect(floods()).toEqual([])
    expect(stage.botApi.messages).toHaveLength(outcomes.filter(({ ok }) => ok).length)
    for (const { reason } of outcomes.filter(({ ok }) => !ok)) expect(reason).toContain('límite')
  })

  it('says at once that Telegram does not answer', async () => {
    const [one, other] = [
      await trader.connect(stage.botApi, { templateId }),
      await trader.connect(stage.botApi, { templateId }),
    ]
    await stage.botApi.down()
    await post(one, 1)
    await post(other, 1)
    await stage
      .poll(async () => (await trader.api.connections.test({ id: one.id })).reason)
      .toContain('Telegram no responde a este bot')
  })

  it('uses all options of the connection', async () => {
    stage.botApi.addChat({ id: -100_78, type: 'supergroup', isForum: true, topics: { 7: 'open' } })
    const connection = await trader.connect(stage.botApi, {
      templateId,
      telegramChatId: '-10078',
      topicId: 7,
      silent: true,
      linkPreview: false,
      protectContent: true,
    })
    expect(await trader.api.connections.test({ id: connection.id })).toMatchObject({ ok: true })
    await post(connection, 1)
    await stage.botApi.waitFor(messages => messages.length === 2)
    for (const message of stage.botApi.messages)
      expect(message).toMatchObject({
        threadId: 7,
        silent: true,
        linkPreview: false,
        protectedContent: true,
      })
    await trader.api.connections.update({ id: connection.id, topicId: 9 })
    expect(await trader.api.connections.test({ id: connection.id })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('tema'),
    })
  })
})
