import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Config } from '#server/base/config.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import type { Fault } from '../support/bot-api/faults.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { startVirtualApp, type VirtualApp } from '../support/virtual-app.ts'
import { postAlert } from '../support/webhook.ts'

let stage: VirtualApp
let trader: Trader
let connection: Awaited<ReturnType<Trader['connect']>>

async function setTheStage(settings: Partial<Config> = {}) {
  const running = await startVirtualApp(settings)
  onTestFinished(() => running[Symbol.asyncDispose]())
  stage = running
  trader = await signUp(stage)
  connection = await trader.connect(stage.botApi, { templateId: 'simple-alert' })
}

const post = async (body: object = { symbol: 'BTCUSDT', price: '1' }, to = connection) => {
  const response = await postAlert(to.webhookUrl, body)
  expect(response.status).toBe(202)
  return ((await response.json()) as { alertId: string }).alertId
}

/** The alert once it is delivered or failed. */
async function settled(alertId: string) {
  await stage
    .poll(async () => (await trader.api.alerts.read({ id: alertId })).telegramDeliveryStatus)
    .not.toBe('pending')
  return trader.api.alerts.read({ id: alertId })
}

const rows = (table: 'notifications' | 'error_logs') =>
  stage.app.db.selectFrom(table).selectAll().execute()

const target = () => ({ chatId: connection.telegramChatId })
const sends = () => stage.botApi.requests.filter(request => request.method === 'sendmessage')

describe('no answer, with an outage window of 0,', () => {
  beforeEach(() => setTheStage({ deliveryOutageWindow: 0 }))

  it.each<[string, Fault]>([
    ['a refusal to serve', { kind: 'refusal', status: 500, description: 'restart' }],
    ['an HTML page with 502', { kind: 'page', status: 502 }],
    ['a proxy’s page with 403', { kind: 'page', status: 403 }],
    ['a page with 200', { kind: 'page', status: 200 }],
    ['a reset', { kind: 'reset' }],
    ['a cut body', { kind: 'cut' }],
  ])('%s is retried', async (_what, fault) => {
    stage.botApi.fail({ ...target(), times: 2 }, fault)
    const alert = await settled(await post())
    expect(alert).toMatchObject({ telegramDeliveryStatus: 'success', retryAttempts: 3 })
    expect(sends()).toHaveLength(3)
    expect(stage.botApi.messages).toHaveLength(1)
  })

  it('on a stale connection is retried at once the first time, then with backoff', async () => {
    await settled(await post())
    stage.botApi.fail({ ...target(), times: 1 }, { kind: 'reset' })
    const once = await settled(await post())
    expect(once).toMatchObject({ telegramDeliveryStatus: 'success', retryAttempts: 2 })
    expect(once.deliveredInMs).toBeLessThan(2_000)
    stage.botApi.fail({ ...target(), times: 2 }, { kind: 'reset' })
    const twice = await settled(await post())
    expect(twice).toMatchObject({ telegramDeliveryStatus: 'success', retryAttempts: 3 })
    expect(twice.deliveredInMs).toBeGreaterThanOrEqual(4_000)
  })

  it('fails the alert after the third attempt, with one notification', async () => {
    stage.botApi.fail(target(), { kind: 'page', status: 502 })
    const alert = await settled(await post({ alert_name: 'Cruce', symbol: 'BTCUSDT' }))
    expect(alert).toMatchObject({ telegramDeliveryStatus: 'failed', retryAttempts: 3 })
    expect(alert.reason).toContain('Telegram')
    const attempt = { counted: true, reason: alert.reason, messageIds: [] }
    expect(alert.attempts).toMatchObject([attempt, attempt, attempt])
    const times = (alert.attempts ?? []).map(({ at }) => at)
    expect(times.toSorted()).toEqual(times)
    expect(await rows('error_logs')).toMatchObject([
      { message: 'Envío para «Cruce»: Fallo definitivo', is_critical: 1, count: 1 },
    ])
    expect(await rows('notifications')).toMatchObject([{ type: 'error', count: 1 }])
  })

  it('counts failures for the same reason in one entry', async () => {
    stage.botApi.fail(target(), { kind: 'page', status: 502 })
    const first = await post()
    const second = await post()
    await Promise.all([settled(first), settled(second)])
    expect(await rows('error_logs')).toMatchObject([{ count: 2 }])
    expect(await rows('notifications')).toMatchObject([{ count: 2 }])
  })

  it('to an alert that an internal fault left without its template is retried and logged', async () => {
    // Undefined despite the type, as in a process with TZ=Madrid.
    await setTheStage({ timeZone: undefined as unknown as string })
    const content = '{{timestamp | fecha}} {{symbol}}'
    const { id: templateId } = await trader.api.templates.create({ name: 'Hora', content })
    connection = await trader.connect(stage.botApi, { templateId })
    stage.botApi.fail({ ...target(), times: 1 }, { kind: 'page', status: 502 })
    const alert = await settled(await post({ timestamp: '2026-10-25T00:59:59Z', symbol: 'ORO' }))
    expect(alert).toMatchObject({ telegramDeliveryStatus: 'success', fits: false })
    expect(arrivedTexts(stage.botApi)).toEqual(['timestamp: 2026-10-25T00:59:59Z\nsymbol: ORO'])
    expect(await rows('error_logs')).toMatchObject([
      { message: expect.stringContaining('Un fallo propio impidió usar la plantilla') },
    ])
    const asked = { id: connection.id, since: new Date(0).toISOString() }
    expect((await trader.api.connections.arrivals(asked)).items).toMatchObject([
      { advice: { code: 'own-fault' } },
    ])
  })

  it('for a message that was stored repeats the same text and marks the alert uncertain', async () => {
    stage.botApi.fail({ ...target(), times: 1 }, { kind: 'reset', stored: true })
    const alert = await settled(await post())
    expect(alert).toMatchObject({ telegramDeliveryStatus: 'success', uncertain: true })
    const [first, second] = stage.botApi.messages
    expect(second?.text).toBe(first?.text)
    expect(second?.entities).toEqual(first?.entities)
  })

  it('leaves no doubt when the connection was refused', async () => {
    await stage.botApi.down()
    const alertId = await post()
    await stage
      .poll(async () => (await trader.api.alerts.read({ id: alertId })).retryAttempts)
      .toBe(1)
    await stage.botApi.up()
    expect(await settled(alertId)).toMatchObject({
      telegramDeliveryStatus: 'success',
      uncertain: false,
    })
  })
})

describe('a lane', () => {
  beforeEach(() => setTheStage())

  it('keeps its order while its head is retried, and other lanes go on', async () => {
    const other = await trader.connect(stage.botApi)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const page = { kind: 'page', status: 502 } as const
    stage.botApi.fail({ ...target(), times: 1 }, page)
    stage.botApi.fail({ ...target(), times: 1 }, { ...page, after: released })
    const ids: string[] = []
    for (let n = 1; n <= 5; n += 1) ids.push(await post({ symbol: `N${n}`, price: n }))
    const free = await settled(await post({ symbol: 'LIBRE' }, other))
    release()
    await Promise.all(ids.map(settled))
    const inChat = arrivedTexts(stage.botApi, connection.telegramChatId)
    expect(inChat.map(text => /N\d/.exec(text)?.[0])).toEqual(['N1', 'N2', 'N3', 'N4', 'N5'])
    expect(stage.botApi.messages[0]?.chatId).toBe(other.telegramChatId)
    expect(free.telegramDeliveryStatus).toBe('success')
  })

  it('waits for retry_after and counts no attempt', async () => {
    stage.botApi.fail({ ...target(), times: 1 }, { kind: 'flood', retryAfter: 3 })
    const first = await post({ symbol: 'PRIMERA' })
    const second = await post({ symbol: 'SEGUNDA' })
    await stage
      .poll(() => trader.api.alerts.read({ id: first }))
      .toMatchObject({ reason: expect.stringContaining('pausa'), retryAttempts: 0 })
    expect(await settled(first)).toMatchObject({
      retryAttempts: 1,
      reason: null,
      attempts: [{ counted: false, reason: expect.stringContaining('pausa') }],
    })
    expect(await settled(second)).toMatchObject({ retryAttempts: 1 })
    expect(
      sends().map(({ status, parameters }) => [
        status,
        parameters.get('text')?.match(/PRIMERA|SEGUNDA/g),
      ]),
    ).toEqual([
      [429, ['PRIMERA']],
      [200, ['PRIMERA', 'SEGUNDA']],
    ])
  })

  it('reports an unlikely flood wait once, with the remedy', async () => {
    const bot = stage.botApi.addBot()
    const make = () => trader.connect(stage.botApi, { telegramBotToken: bot.token })
    const [one, two] = [await make(), await make()]
    stage.botApi.fail({ token: bot.token }, { kind: 'flood', retryAfter: 86_400 })
    const id = await post(undefined, one)
    await stage.poll(() => rows('notifications')).toHaveLength(1)
    await post(undefined, two)
    await stage.botApi.waitFor(() => sends().filter(({ status }) => status === 429).length === 2)
    const remedy = expect.stringContaining('TELEGRAM_API_ROOT')
    await stage
      .poll(() => trader.api.connections.read({ id: two.id }))
      .toMatchObject({ trouble: remedy })
    expect(await trader.api.alerts.read({ id })).toMatchObject({ reason: remedy })
    expect(await rows('notifications')).toMatchObject([{ message: remedy, count: 1 }])
    expect(await rows('error_logs')).toMatchObject([{ message: remedy, count: 1 }])
    expect((await trader.api.connections.read({ id: connection.id })).trouble).toBeNull()
  })

  it('sends each part of a long message once, even when one needs a retry', async () => {
    const template = await trader.api.templates.create({ name: 'Largo', content: '{{text}}' })
    const long = await trader.connect(stage.botApi, { templateId: template.id })
    stage.botApi.fail({ chatId: long.telegramChatId, times: 1 }, { kind: 'delay', ms: 1 })
    stage.botApi.fail({ chatId: long.telegramChatId, times: 1 }, { kind: 'page', status: 502 })
    const words = Array.from({ length: 2_000 }, (_, n) => `palabra${n}`).join(' ')
    const alert = await settled(await post({ text: words }, long))
    expect(alert.messageIds).toHaveLength(stage.botApi.messages.length)
    expect(stage.botApi.messages.map(message => message.text).join(' ')).toBe(words)
  })
})

describe('a long message whose later part is refused for its formatting', () => {
  beforeEach(() => setTheStage())

  /** With formatting, 100 words a part (Telegram's limit of entities); without, a single part. */
  const words = Array.from({ length: 250 }, (_, n) => `palabra${n}`)
  const refusal = {
    kind: 'refusal',
    status: 400,
    description: "Bad Request: can't parse entities: x",
  } as const

  async function connectLong() {
    const content = words.map(word => `*${word}*`).join(' ')
    const template = await trader.api.templates.create({ name: 'Largo', content })
    return trader.connect(stage.botApi, { templateId: template.id })
  }

  const arrived = () => stage.botApi.messages.map(message => message.text).join(' ')

  it('goes on from that part without formatting', async () => {
    const long = await connectLong()
    const chat = { chatId: long.telegramChatId, times: 1 }
    stage.botApi.fail(chat, { kind: 'delay', ms: 1 })
    stage.botApi.fail(chat, refusal)
    const alert = await settled(await post({}, long))
    expect(alert).toMatchObject({ telegramDeliveryStatus: 'success', messageIds: [1, 2] })
    expect(arrived()).toBe(words.join(' '))
    expect(stage.botApi.messages.map(({ entities }) => entities.length)).toEqual([100, 0])
  })

  it('goes on likewise with a late mark, and when an older version began it', async () => {
    const long = await connectLong()
    const chat = { chatId: long.telegramChatId, times: 1 }
    stage.botApi.fail(chat, { kind: 'flood', retryAfter: 3 })
    stage.botApi.fail(chat, { kind: 'delay', ms: 1 })
    stage.botApi.fail(chat, { kind: 'flood', retryAfter: 3 })
    stage.botApi.fail(chat, refusal)
    const id = await post({}, long)
    await stage.botApi.waitFor((_, requests) => requests.some(({ status }) => status === 429))
    const { db } = stage.app
    await db
      .updateTable('alerts')
      .set({ received_at: Date.now() - 4 * 60_000 })
      .execute()
    await stage
      .poll(() => db.selectFrom('deliveries').select(['sent_ids', 'due_wait']).execute())
      .toMatchObject([{ sent_ids: '[1]', due_wait: expect.toSatisfy(wait => wait > 0) }])
    await db.updateTable('deliveries').set({ sent_ends: '[]' }).execute()
    expect(await settled(id)).toMatchObject({ telegramDeliveryStatus: 'success' })
    expect(arrived()).toBe(`⏱ llegó 4 min tarde\n${words.join(' ')}`)
  })
})

describe('a refusal', () => {
  beforeEach(() => setTheStage())

  it('resends plain text when it concerns the formatting', async () => {
    stage.botApi.fail(
      { ...target(), times: 1 },
      { kind: 'refusal', status: 400, description: "Bad Request: can't parse entities: x" },
    )
    const alert = await settled(await post())
    expect(alert.telegramDeliveryStatus).toBe('success')
    expect(alert.message?.entities).toEqual([])
    expect(await rows('error_logs')).toMatchObject([{ is_critical: 0 }])
  })

  it('fails the alert without another try when the text is already plain', async () => {
    stage.botApi.fail(target(), {
      kind: 'refusal',
      status: 400,
      description: "Bad Request: can't parse entities: x",
    })
    const alert = await settled(await post())
    expect(alert.telegramDeliveryStatus).toBe('failed')
    expect(sends()).toHaveLength(2)
  })

  it('fails only the alert of the refused message', async () => {
    stage.botApi.fail(
      { ...target(), times: 1 },
      { kind: 'refusal', status: 400, description: 'Bad Request: something new' },
    )
    const bad = await post()
    // Otherwise both alerts could leave as one message.
    await stage.botApi.waitFor(() => sends().length > 0)
    const good = await post()
    expect(await settled(bad)).toMatchObject({ telegramDeliveryStatus: 'failed' })
    expect((await settled(bad)).reason).toContain('something new')
    expect(await settled(good)).toMatchObject({ telegramDeliveryStatus: 'success' })
  })

  it('splits this and later messages of the bot by UTF-16 units when one is too long', async () => {
    stage.botApi.fail(
      { ...target(), longerThan: 4096 },
      { kind: 'refusal', status: 400, description: 'Bad Request: message is too long' },
    )
    const text = '🚀'.repeat(4_000)
    const plain = await trader.api.templates.create({ name: 'Todo', content: '{{note}}' })
    await trader.api.connections.update({ id: connection.id, templateId: plain.id })
    for (const parts of [2, 4]) {
      const alert = await settled(await post({ note: text }))
      expect(alert).toMatchObject({ telegramDeliveryStatus: 'success', retryAttempts: 1 })
      expect(stage.botApi.messages).toHaveLength(parts)
    }
    expect(stage.botApi.messages.map(message => message.text).join('')).toBe(text + text)
    expect(sends().filter(({ status }) => status === 400)).toHaveLength(1)
    expect(await rows('error_logs')).toEqual([])
  })

  it('fails an alert refused as too long although its UTF-16 units fit', async () => {
    stage.botApi.fail(target(), {
      kind: 'refusal',
      status: 400,
      description: 'Bad Request: message is too long',
    })
    expect(await settled(await post())).toMatchObject({ telegramDeliveryStatus: 'failed' })
    expect(sends()).toHaveLength(1)
  })

  it('fails all alerts that wait for a refused chat, with one counted notification', async () => {
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    stage.botApi.fail({ ...target(), times: 1 }, { kind: 'flood', retryAfter: 10, after })
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) ids.push(await post())
    stage.botApi.addChat({
      id: Number(connection.telegramChatId),
      type: 'private',
      state: 'blocked',
    })
    answer()
    const alerts = await Promise.all(ids.map(settled))
    expect(alerts.map(alert => alert.telegramDeliveryStatus)).toEqual(Array(5).fill('failed'))
    expect(alerts[0]?.reason).toContain('bloqueó')
    expect(sends().filter(({ status }) => status === 403)).toHaveLength(1)
    expect(await rows('notifications')).toMatchObject([{ count: 5 }])
    expect(await rows('notifications')).toMatchObject([{ title: expect.stringContaining('5') }])
  })

  it.each([
    ['of a topic that was deleted', 'Bad Request: message thread not found'],
    ['of a topic that is closed', 'Bad Request: TOPIC_CLOSED'],
  ])(
    '%s fails all alerts that wait for it, and holds up no other topic',
    async (_, description) => {
      const [forum, bot] = [-1_000_000_006_001, stage.botApi.addBot()]
      stage.botApi.addChat({
        id: forum,
        type: 'supergroup',
        isForum: true,
        topics: { 7: 'open', ...(description.includes('CLOSED') && { 8: 'closed' }) },
      })
      const at = (topicId: number) =>
        trader.connect(stage.botApi, {
          telegramBotToken: bot.token,
          telegramChatId: String(forum),
          topicId,
          groupBursts: false,
        })
      const [good, dead] = [await at(7), await at(8)]
      const { promise: after, resolve: answer } = Promise.withResolvers<void>()
      stage.botApi.fail({ chatId: forum, times: 1 }, { kind: 'flood', retryAfter: 10, after })
      const ids: string[] = []
      for (let n = 0; n < 5; n += 1) ids.push(await post({}, dead))
      const others = [await post({}, good), await post({}, good)]
      answer()
      for (const id of others)
        expect(await settled(id)).toMatchObject({ telegramDeliveryStatus: 'success' })
      for (const id of ids)
        expect(await settled(id)).toMatchObject({
          telegramDeliveryStatus: 'failed',
          reason: expect.stringContaining('tema'),
        })
      const isAskedAgain = description.includes('not found')
      expect(sends().filter(({ status }) => status === 400)).toHaveLength(isAskedAgain ? 2 : 1)
      expect(await rows('notifications')).toMatchObject([{ count: 5 }])
    },
  )

  it.each([
    [400, 'Bad Request: message thread not found'],
    [400, 'Bad Request: chat not found'],
    [401, 'Unauthorized'],
  ])('fails no alert when the next try succeeds: %i %s', async (status, description) => {
    stage.botApi.fail({ ...target(), times: 1 }, { kind: 'refusal', status, description })
    const ids = [await post(), await post(), await post()]
    for (const id of ids)
      expect(await settled(id)).toMatchObject({ telegramDeliveryStatus: 'success' })
    expect(await rows('notifications')).toEqual([])
    expect(await rows('error_logs')).toEqual([])
  })

  it('resends in-flight alerts to the replacement topic when their topic is refused', async () => {
    const forum = stage.botApi.addChat({
      id: -1_000_000_006_002,
      type: 'supergroup',
      isForum: true,
      topics: { 7: 'open' },
    })
    const moved = await trader.connect(stage.botApi, {
      telegramChatId: String(forum.id),
      topicId: 8,
    })
    const { promise: isReplaced, resolve } = Promise.withResolvers<void>()
    const description = 'Bad Request: message thread not found'
    stage.botApi.fail(
      { chatId: forum.id, times: 1 },
      { kind: 'refusal', status: 400, description, after: isReplaced },
    )
    const id = await post({}, moved)
    await stage.botApi.waitFor(() => sends().length === 1)
    await trader.api.connections.update({ id: moved.id, topicId: 7 })
    resolve()
    expect(await settled(id)).toMatchObject({ telegramDeliveryStatus: 'success' })
    expect(stage.botApi.messages).toMatchObject([{ threadId: 7 }])
  })

  it('fails only the connections that still have the refused token', async () => {
    const bot = stage.botApi.addBot()
    const make = () => trader.connect(stage.botApi, { telegramBotToken: bot.token })
    const [one, two, renewed] = [await make(), await make(), await make()]
    const flood = stage.botApi.fail({ token: bot.token }, { kind: 'flood', retryAfter: 10 })
    const ids = [await post({}, one), await post({}, two), await post({}, renewed)] as const
    const fresh = stage.botApi.addBot(`${bot.id}:${'N'.repeat(35)}`)
    await trader.api.connections.update({ id: renewed.id, telegramBotToken: fresh.token })
    stage.botApi.revoke(bot.token)
    flood.lift()
    expect((await settled(ids[0])).reason).toContain('@BotFather')
    expect(await settled(ids[1])).toMatchObject({ telegramDeliveryStatus: 'failed' })
    expect(await settled(ids[2])).toMatchObject({ telegramDeliveryStatus: 'success' })
  })

  it('fails all waiting alerts with one notification after two refused tokens a chat', async () => {
    const { token } = stage.botApi.addBot()
    const chats = [connection]
    while (chats.length < 6)
      chats.push(await trader.connect(stage.botApi, { telegramBotToken: token }))
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    stage.botApi.fail({ token }, { kind: 'delay', ms: 0, after })
    const symbols = Array.from({ length: 20 }, (_, n) => `S${n}`)
    for (const symbol of symbols) for (const chat of chats) await post({ symbol }, chat)
    stage.botApi.revoke(token)
    const revokedAt = Date.now()
    answer()
    const count = async (status: 'pending' | 'failed') =>
      (await trader.api.alerts.list({ status })).total
    await stage.poll(() => count('pending')).toBe(0)
    const refused = stage.botApi.requests.filter(({ status }) => status === 401)
    const [first, second] = [revokedAt, revokedAt + 3_000]
    expect(refused.map(({ at }) => at)).toEqual([...Array(5).fill(first), ...Array(5).fill(second)])
    expect(await count('failed')).toBe(100)
    expect(await rows('notifications')).toMatchObject([{ count: 100 }])
    const arrived = arrivedTexts(stage.botApi).map(text => /S\d+/.exec(text)?.[0])
    expect(arrived).toEqual(symbols)
  })

  it('resends the alert with the new token when the refused one was replaced meanwhile', async () => {
    const bot = stage.botApi.addBot()
    const renewed = await trader.connect(stage.botApi, { telegramBotToken: bot.token })
    const { promise: isReplaced, resolve } = Promise.withResolvers<void>()
    const refusal = { kind: 'refusal', status: 401, description: 'Unauthorized' } as const
    stage.botApi.fail({ token: bot.token }, { ...refusal, after: isReplaced })
    const id = await post({}, renewed)
    await stage.botApi.waitFor(() => sends().length === 1)
    const fresh = stage.botApi.addBot(`${bot.id}:${'N'.repeat(35)}`)
    await trader.api.connections.update({ id: renewed.id, telegramBotToken: fresh.token })
    resolve()
    expect(await settled(id)).toMatchObject({ telegramDeliveryStatus: 'success' })
    expect(await rows('notifications')).toEqual([])
  })
})

describe('a chat', () => {
  beforeEach(() => setTheStage())

  it('gets its new id on all its connections at once when it becomes a supergroup', async () => {
    const bot = stage.botApi.addBot()
    stage.botApi.addChat({ id: -4001, type: 'group', migratedTo: -1_000_000_004_001 })
    stage.botApi.addChat({ id: -1_000_000_004_001, type: 'supergroup' })
    const draft = { telegramBotToken: bot.token, telegramChatId: '-4001' }
    const [one, two] = [
      await trader.connect(stage.botApi, draft),
      await trader.connect(stage.botApi, draft),
    ]
    const ids = [await post({}, one), await post({}, two)]
    for (const id of ids)
      expect(await settled(id)).toMatchObject({ telegramDeliveryStatus: 'success' })
    expect(await trader.api.connections.list()).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ id: one.id, telegramChatId: '-1000000004001' }),
        expect.objectContaining({ id: two.id, telegramChatId: '-1000000004001' }),
      ]),
    )
    expect(await rows('notifications')).toMatchObject([{ title: 'El grupo pasó a supergrupo' }])
    const [first] = await Promise.all(ids.map(id => trader.api.alerts.read({ id })))
    expect(first?.attempts).toMatchObject([
      { counted: false, reason: expect.stringContaining('supergrupo') },
    ])
  })

  it('is resolved from @name to its number before the first send', async () => {
    stage.botApi.addChat({ id: -1_000_000_005_001, type: 'channel', username: 'macro_al_dia' })
    const channel = await trader.connect(stage.botApi, { telegramChatId: '@macro_al_dia' })
    await settled(await post({}, channel))
    await settled(await post({}, channel))
    expect(stage.botApi.messages.map(message => message.chatId)).toEqual([
      '-1000000005001',
      '-1000000005001',
    ])
    expect(stage.botApi.requests.filter(({ method }) => method === 'getchat')).toHaveLength(1)
    const { telegramChatId } = await trader.api.connections.read({ id: channel.id })
    expect(telegramChatId).toBe('@macro_al_dia')
  })
})

it('an empty message fails with the reason', async () => {
  await setTheStage()
  for (const nothing of ['', '*\u200b\u200d*\ufeff \u2800', '\u200b'.repeat(4_500)]) {
    const content = `{{#if x}}y{{/if}}${nothing}`
    const template = await trader.api.templates.create({ name: 'Vacía', content })
    const silent = await trader.connect(stage.botApi, { templateId: template.id })
    const id = await post({ a: 1 }, silent)
    expect(await settled(id)).toMatchObject({
      telegramDeliveryStatus: 'failed',
      reason: expect.stringContaining('vacío'),
    })
  }
  expect(sends()).toEqual([])
})
