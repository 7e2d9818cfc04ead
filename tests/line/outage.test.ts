import { beforeEach, describe, expect, it } from 'vitest'
import type { Parts } from '#server/app.ts'
import type { Config } from '#server/base/config.ts'
import { createDelays } from '#server/deliver/delays.ts'
import { createSimulatedTelegram } from '#server/telegram/simulated.ts'
import type { TelegramResponse } from '#server/telegram/telegram.ts'
import { GROUP_SEPARATOR } from '#shared/message/group.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import { signUp, type Trader } from '../support/trader.ts'
import type { VirtualApp } from '../support/virtual-app.ts'
import { postAlert } from '../support/webhook.ts'
import { startLine } from './start-line.ts'

let stage: VirtualApp
let trader: Trader
let templateId: string

async function setTheStage(settings: Partial<Config> = {}, parts: Partial<Parts> = {}) {
  ;({ stage, trader, templateId } = await startLine('{{n}}', settings, parts))
}

const connect = () => trader.connect(stage.botApi, { templateId })
type Connection = Awaited<ReturnType<typeof connect>>

/** A connection with a new bot. */
async function connectBot() {
  const { token } = stage.botApi.addBot()
  const connection = await trader.connect(stage.botApi, { templateId, telegramBotToken: token })
  return { ...connection, token }
}

const post = async (to: Connection, n: number) => {
  const response = await postAlert(to.webhookUrl, { n })
  return ((await response.json()) as { alertId: string }).alertId
}

const read = (id: string) => trader.api.alerts.read({ id })
const settled = async (id: string) => {
  await stage.poll(async () => (await read(id)).telegramDeliveryStatus).not.toBe('pending')
  return read(id)
}

const NO_ANSWER: TelegramResponse<never> = {
  ok: false,
  failure: { kind: 'no-answer', code: 'unreachable', doubt: false, description: 'ECONNREFUSED' },
}

const probes = () => stage.botApi.requests.filter(({ method }) => method === 'getme')

describe('while Telegram answers no bot', () => {
  beforeEach(() => setTheStage())

  it('alerts wait, only probes are sent, and no attempt counts', async () => {
    const connections = [await connect(), await connect()]
    stage.botApi.fail({}, { kind: 'page', status: 502 })
    const ids: string[] = []
    for (const connection of connections) ids.push(await post(connection, 1))
    await stage.botApi.waitFor(() => probes().length >= 3)
    const sends = stage.botApi.requests.length - probes().length
    for (const connection of connections) ids.push(await post(connection, 2))
    const asked = probes().length
    await stage.botApi.waitFor(() => probes().length >= asked + 3)
    expect(stage.botApi.requests.length - probes().length).toBe(sends)
    for (const id of ids)
      expect(await read(id)).toMatchObject({ telegramDeliveryStatus: 'pending', retryAttempts: 0 })
  })

  it('sends in flight at its beginning and earlier sends do not count as attempts', async () => {
    const [one, other] = [await connect(), await connect()]
    const page = { kind: 'page', status: 502 } as const
    stage.botApi.fail({ chatId: one.telegramChatId, times: 1 }, page)
    stage.botApi.fail({ chatId: one.telegramChatId, times: 1 }, { kind: 'hang' })
    stage.botApi.fail({}, page)
    const id = await post(one, 1)
    await stage.botApi.waitFor((_messages, requests) => requests.length === 2)
    await post(other, 1)
    await stage.poll(async () => (await read(id)).retryAttempts).toBe(0)
    await stage.botApi.down()
    await stage.poll(async () => (await read(id)).reason).toContain('se cortó')
    expect(await read(id)).toMatchObject({ telegramDeliveryStatus: 'pending', retryAttempts: 0 })
  })

  it('every lane resumes at the first answer and catches up in groups', async () => {
    const connections = await Promise.all(Array.from({ length: 5 }, connect))
    await stage.botApi.down()
    const ids: string[] = []
    for (let n = 1; n <= 4; n += 1)
      for (const connection of connections) ids.push(await post(connection, n))
    await stage.poll(async () => (await read(ids[0] ?? '')).reason).toContain('conectar')
    await stage.botApi.up()
    for (const id of ids)
      expect(await settled(id)).toMatchObject({
        telegramDeliveryStatus: 'success',
        retryAttempts: 1,
        uncertain: false,
      })
    for (const { telegramChatId } of connections)
      expect(arrivedTexts(stage.botApi, telegramChatId)).toEqual(['1', '2', '3', '4'])
    expect(stage.botApi.messages).toHaveLength(connections.length)
  })

  it('the refusal of a revoked token counts as an answer and wakes every lane', async () => {
    const [dead, alive] = [await connect(), await connect()]
    await stage.botApi.down()
    const ids = [await post(dead, 1), await post(alive, 1)]
    await stage.poll(async () => (await read(ids[1] ?? '')).reason).toContain('conectar')
    stage.botApi.revoke(
      stage.botApi.requests.find(({ chatId }) => chatId === dead.telegramChatId)?.token ?? '',
    )
    await stage.botApi.up()
    expect(await settled(ids[1] ?? '')).toMatchObject({ telegramDeliveryStatus: 'success' })
  })

  it('an alert with one attempt left keeps it', async () => {
    const connection = await connect()
    stage.botApi.fail({ times: 1 }, { kind: 'flood', retryAfter: 20 })
    const id = await post(connection, 1)
    await stage.poll(async () => (await read(id)).reason).toContain('pausa')
    await stage.app.db.updateTable('deliveries').set({ attempts: 2 }).execute()
    await stage.botApi.down()
    await stage.poll(async () => (await read(id)).reason).toContain('conectar')
    expect((await read(id)).telegramDeliveryStatus).toBe('pending')
    await stage.botApi.up()
    expect(await settled(id)).toMatchObject({ telegramDeliveryStatus: 'success' })
  })

  it('an alert that may have arrived is resent unchanged', async () => {
    const [one, other] = [await connect(), await connect()]
    stage.botApi.fail({ method: 'sendMessage', times: 2 }, { kind: 'reset', stored: true })
    const ids = [await post(one, 1), await post(other, 1)]
    for (const id of ids)
      expect(await settled(id)).toMatchObject({
        telegramDeliveryStatus: 'success',
        uncertain: true,
      })
    expect(arrivedTexts(stage.botApi, one.telegramChatId)).toEqual(['1', '1'])
  })

  it.each([1, 3])(
    'alerts of %i bots fail when Telegram answers probes but takes no messages',
    async bots => {
      const connections = await Promise.all(Array.from({ length: bots }, connect))
      stage.botApi.fail({ method: 'sendMessage' }, { kind: 'page', status: 502 })
      const ids = await Promise.all(connections.map(connection => post(connection, 1)))
      for (const id of ids) {
        const { telegramDeliveryStatus, attempts } = await settled(id)
        expect(telegramDeliveryStatus).toBe('failed')
        expect(attempts?.map(({ inDoubt }) => inDoubt)).toEqual([true, true, true])
      }
    },
  )
})

describe('while Telegram does not answer one bot', () => {
  beforeEach(() => setTheStage())

  it('other bots go on, even with a single alert at a time', async () => {
    const [dead, alive] = [await connectBot(), await connect()]
    const hold = stage.botApi.fail({ token: dead.token }, { kind: 'page', status: 502 })
    const held = await post(dead, 1)
    await stage.botApi.waitFor(() => probes().length >= 2)
    for (let n = 1; n <= 3; n += 1)
      expect(await settled(await post(alive, n))).toMatchObject({
        telegramDeliveryStatus: 'success',
      })
    const asked = probes().length
    await stage.botApi.waitFor(() => probes().length >= asked + 2)
    expect(new Set(probes().map(({ token }) => token))).toEqual(new Set([dead.token]))
    expect(await read(held)).toMatchObject({ telegramDeliveryStatus: 'pending', retryAttempts: 0 })
    hold.lift()
    expect(await settled(held)).toMatchObject({ telegramDeliveryStatus: 'success' })
  })

  it('hanging requests leave room for other bots', async () => {
    const silent = await Promise.all(Array.from({ length: 70 }, connectBot))
    for (const { token } of silent) stage.botApi.fail({ token }, { kind: 'hang' })
    const healthy = await connect()
    for (const connection of silent) await post(connection, 1)
    await stage.botApi.waitFor((_messages, requests) => requests.length >= 64)
    const id = await post(healthy, 1)
    expect(await settled(id)).toMatchObject({ telegramDeliveryStatus: 'success' })
    await stage.botApi.down()
  })

  it('64 requests are in flight to a slow Telegram, however few messages are made at once', async () => {
    const noPlaceIsGivenUp = { inFlightTimeout: 60_000, makingTimeout: 60_000 }
    await setTheStage({}, { delays: { ...createDelays(), ...noPlaceIsGivenUp } })
    const { promise: answers, resolve: answer } = Promise.withResolvers<void>()
    stage.botApi.fail({}, { kind: 'delay', ms: 0, after: answers })
    const connections = await Promise.all(Array.from({ length: 70 }, connectBot))
    const ids = await Promise.all(connections.map(connection => post(connection, 1)))
    await stage.botApi.waitFor((_messages, requests) => requests.length >= 64)
    expect(stage.botApi.requests).toHaveLength(64)
    answer()
    for (const id of ids)
      expect(await settled(id)).toMatchObject({ telegramDeliveryStatus: 'success' })
  })

  it('bots are probed in turn, so each gets its answer', async () => {
    const [dead, ...others] = [await connectBot(), await connectBot(), await connectBot()]
    stage.botApi.fail({ token: dead.token }, { kind: 'hang' })
    const hold = stage.botApi.fail({}, { kind: 'page', status: 502 })
    const held = await post(dead, 1)
    const ids = [await post(others[0], 1), await post(others[1], 1)]
    await stage.botApi.waitFor(() => new Set(probes().map(({ token }) => token)).size === 3)
    hold.lift()
    for (const id of ids)
      expect(await settled(id)).toMatchObject({ telegramDeliveryStatus: 'success' })
    expect((await read(held)).telegramDeliveryStatus).toBe('pending')
    await stage.botApi.down()
  })

  it('a bot with answers goes on beside 30 bots without', async () => {
    const alive = await connect()
    expect(await settled(await post(alive, 0))).toMatchObject({ telegramDeliveryStatus: 'success' })
    const dead = await Promise.all(Array.from({ length: 30 }, connectBot))
    for (const { token } of dead) stage.botApi.fail({ token }, { kind: 'page', status: 502 })
    const held = await Promise.all(dead.map(connection => post(connection, 1)))
    for (let n = 1; n <= 8; n += 1)
      expect(await settled(await post(alive, n))).toMatchObject({
        telegramDeliveryStatus: 'success',
      })
    for (const id of held)
      expect(await read(id)).toMatchObject({ telegramDeliveryStatus: 'pending', retryAttempts: 0 })
  })

  it('only the bot’s own account sees the silence, with its waiting connections', async () => {
    const luis = await signUp(stage, 'luis')
    const [dead] = [await connectBot(), await connect()]
    stage.botApi.fail({ token: dead.token }, { kind: 'page', status: 502 })
    await post(dead, 1)
    const silence = async (of: Trader, connectionId?: string) =>
      (await of.api.stats.summary({ tz: 'Europe/Madrid', ...(connectionId && { connectionId }) }))
        .telegramSilence
    await stage
      .poll(() => silence(trader))
      .toMatchObject({ since: expect.any(String), connections: { name: dead.name, count: 1 } })
    expect(await silence(luis)).toBeNull()
  })
})

describe('an outage that lasts longer than the window', () => {
  beforeEach(() => setTheStage({ deliveryOutageWindow: 40_000 }))

  it('fails alerts that waited throughout, notifies once a lane and allows a resend', async () => {
    const [one, other] = [await connect(), await connect()]
    const hold = stage.botApi.fail({}, { kind: 'page', status: 502 })
    const ids = [await post(one, 1), await post(other, 1), await post(one, 2), await post(one, 3)]
    for (const id of ids)
      expect(await settled(id)).toMatchObject({
        telegramDeliveryStatus: 'failed',
        reason: expect.stringContaining('demasiado tiempo'),
      })
    const notifications = await stage.app.db.selectFrom('notifications').selectAll().execute()
    expect(notifications.map(({ count }) => count).sort()).toEqual([1, 3])
    hold.lift()
    for (const id of ids) await trader.api.alerts.resend({ id })
    for (const id of ids)
      expect(await settled(id)).toMatchObject({ telegramDeliveryStatus: 'success' })
    expect(arrivedTexts(stage.botApi, one.telegramChatId)).toEqual(['1', '2', '3'])
  })

  it('names a certificate that is not Telegram’s as the reason', async () => {
    const failure = { kind: 'no-answer', code: 'bad_certificate', doubt: false } as const
    const refused = async () => ({ ok: false, failure: { ...failure, description: 'X' } }) as const
    const telegram = createSimulatedTelegram({ random: () => 0 })
    const parts = { ...telegram, simulated: false, sendMessage: refused, getMe: refused }
    await setTheStage({ deliveryOutageWindow: 30_000 }, { telegram: parts })
    const connection = await connect()
    const ids = [await post(connection, 1), await post(connection, 2)]
    for (const id of ids)
      expect(await settled(id)).toMatchObject({
        telegramDeliveryStatus: 'failed',
        reason: expect.stringContaining('El certificado no es de Telegram'),
      })
  })

  it('fails a lane only after one more probe', async () => {
    const isBack = async () => {
      const failed = stage.app.db.selectFrom('alerts').select('id').where('status', '=', 'failed')
      return (await failed.executeTakeFirst()) !== undefined
    }
    const telegram = createSimulatedTelegram({ random: () => 0 })
    const onceBack = async <T>(answer: Promise<TelegramResponse<T>>) =>
      (await isBack()) ? answer : NO_ANSWER
    await setTheStage(
      { deliveryOutageWindow: 30_000 },
      {
        telegram: {
          ...telegram,
          simulated: false,
          sendMessage: (token, message) => onceBack(telegram.sendMessage(token, message)),
          getMe: token => onceBack(telegram.getMe(token)),
        },
      },
    )
    const ids: string[] = []
    for (let n = 1; n <= 5; n += 1) ids.push(await post(await connect(), n))
    const ends = await Promise.all(ids.map(settled))
    expect(ends.map(end => end.telegramDeliveryStatus).sort()).toEqual([
      'failed',
      ...Array(4).fill('success'),
    ])
  })

  it('spares an alert that waited longer before the outage than it has lasted', async () => {
    const connection = await connect()
    stage.botApi.fail({ times: 1 }, { kind: 'flood', retryAfter: 60 })
    const id = await post(connection, 1)
    await stage.poll(async () => (await read(id)).reason).toContain('pausa')
    const hold = stage.botApi.fail({}, { kind: 'page', status: 502 })
    await stage.botApi.waitFor(() => probes().length >= 3)
    hold.lift()
    expect(await settled(id)).toMatchObject({ telegramDeliveryStatus: 'success' })
  })

  it('keeps later alerts waiting', async () => {
    const [one, other] = [await connect(), await connect()]
    const hold = stage.botApi.fail({}, { kind: 'page', status: 502 })
    const early = [await post(one, 1), await post(other, 1)]
    const late = await post(one, 2)
    // An hour later, so that even a slow machine lifts the hold within its window.
    await stage.app.db
      .updateTable('alerts')
      .set({ received_at: Date.now() + 3_600_000 })
      .where('id', '=', late)
      .execute()
    for (const id of early) expect((await settled(id)).telegramDeliveryStatus).toBe('failed')
    hold.lift()
    expect(await settled(late)).toMatchObject({ telegramDeliveryStatus: 'success' })
  })
})

it('groups unsent alerts with newer ones after an outage', async () => {
  await setTheStage()
  const [one, other] = [await connect(), await connect()]
  await stage.botApi.down()
  const ids = [await post(one, 1), await post(other, 1)]
  await stage.poll(async () => (await read(ids[1] ?? '')).reason).toContain('conectar')
  ids.push(await post(one, 2))
  await stage.botApi.up()
  for (const id of ids) await settled(id)
  expect(stage.botApi.messages.map(({ text }) => text).sort()).toEqual([
    '1',
    `1${GROUP_SEPARATOR}2`,
  ])
})
