import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastDays } from '#server/base/calendar.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { clearOutage, writeOutages } from '#server/store/queue/outage-status.ts'
import { insertAlerts, type NewAlert } from '#server/store/rows/alerts.ts'
import { defaultWidgets } from '#shared/dashboard-layout.ts'
import { alertRow } from '../support/rows.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const tz = 'Asia/Kathmandu'

let stage: TestApp
let marta: Trader
let luis: Trader

beforeAll(async () => {
  stage = await startTestApp()
  marta = await signUp(stage, 'marta')
  luis = await signUp(stage, 'luis')
})
afterAll(() => stage[Symbol.asyncDispose]())

const summary = (connectionId?: string, trader = marta) =>
  trader.api.stats.summary({ tz, ...(connectionId ? { connectionId } : {}) })

describe('the figures', () => {
  let oro: Awaited<ReturnType<Trader['connect']>>
  let plata: typeof oro

  beforeAll(async () => {
    oro = await marta.connect(stage.botApi, { name: 'Oro' })
    plata = await marta.connect(stage.botApi, { name: 'Plata' })
    await receiveEarlier()
  })

  /** One alert a day for forty days before today, at this time of the day, every fifth one failed. */
  async function receiveEarlier() {
    const { id: user_id } = await stage.app.db
      .selectFrom('user')
      .select('id')
      .where('email', '=', marta.email)
      .executeTakeFirstOrThrow()
    const [today, ...before] = lastDays(Date.now(), tz, 41).toReversed()
    const sinceMidnight = Date.now() - (today?.from ?? 0)
    const alerts = before.map(({ from }, n): NewAlert => {
      const failed = n % 5 === 0
      return alertRow({
        user_id,
        connection_id: n < 3 ? oro.id : plata.id,
        received_at: from + Math.max(0, sinceMidnight - 5 * 60_000),
        status: failed ? 'failed' : 'success',
        error_code: failed ? 'refused' : null,
        error_reason: failed ? 'Telegram no lo aceptó.' : null,
      })
    })
    await transaction(stage.app.db, trx => insertAlerts(trx, alerts))
  }

  it('count the reader’s days, the whole history, and only the caller’s alerts', async () => {
    expect(await summary()).toMatchObject({
      today: 0,
      yesterdayByNow: 1,
      last7Days: 6,
      previous7Days: 7,
      connections: { active: 2, total: 2 },
      delivery: { successful: 4, failed: 2, successRateString: '67\u00a0%' },
      total: 40,
      waiting: { count: 0, since: null },
      telegramSilence: null,
    })
    expect(await summary(undefined, luis)).toMatchObject({
      total: 0,
      since: null,
      connections: { active: 0, total: 0, troubled: 0 },
      delivery: { successRateString: 'N/A' },
      lastDelivery: null,
    })
  })

  it('can be limited to one connection', async () => {
    expect(await summary(oro.id)).toMatchObject({
      last7Days: 3,
      total: 3,
      connections: { active: 1, total: 1 },
    })
    expect(await summary(oro.id, luis)).toMatchObject({ total: 0, connections: { total: 0 } })
  })

  it('have a bucket for every day and every week', async () => {
    const days = await marta.api.stats.trend({ tz, period: '30d' })
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toMatchObject({ successful: 0, failed: 0 })
    expect(days.at(-2)).toMatchObject({ successful: 0, failed: 1 })
    expect(days.at(-3)).toMatchObject({ successful: 1, failed: 0, inactive: 0, pending: 0 })
    const weeks = await marta.api.stats.trend({ tz, period: '12w' })
    expect(weeks).toHaveLength(12)
    expect(new Date(weeks[0]?.day ?? '').getUTCDay()).toBe(1)
    expect(weeks.reduce((sum, week) => sum + week.successful + week.failed, 0)).toBe(40)
    const own = await marta.api.stats.trend({ tz, period: '7d', connectionId: oro.id })
    expect(own.map(day => day.successful + day.failed)).toEqual([0, 0, 0, 1, 1, 1, 0])
  })

  it('count the alerts of each connection over seven days', async () => {
    expect(await marta.api.stats.byConnection({ tz })).toEqual([
      { connectionId: expect.any(String), name: expect.any(String), count: 3 },
      { connectionId: expect.any(String), name: expect.any(String), count: 3 },
    ])
    expect(await luis.api.stats.byConnection({ tz })).toEqual([])
  })

  it('change with each alert that comes and is delivered', async () => {
    const before = await summary()
    const response = await postAlert(plata.webhookUrl, { symbol: 'XAG', alert_name: 'Ruptura' })
    const { alertId } = (await response.json()) as { alertId: string }
    await expect
      .poll(() => summary())
      .toMatchObject({
        today: 1,
        last7Days: before.last7Days + 1,
        total: 41,
        delivery: { successful: before.delivery.successful + 1 },
        lastDelivery: { alertId, name: 'Ruptura', tookMs: expect.any(Number) },
        waiting: { count: 0 },
      })
    expect((await marta.api.alerts.recent({ limit: 2 })).map(({ id }) => id)[0]).toBe(alertId)
    expect(await marta.api.alerts.recent({ connectionId: oro.id })).toHaveLength(3)
    expect(await luis.api.alerts.recent({})).toEqual([])
  })

  it('show waiting alerts, and since when Telegram does not answer', async () => {
    const since = Date.now() - 60_000
    stage.botApi.fail(
      { chatId: oro.telegramChatId, times: 1 },
      { kind: 'flood', retryAfter: 3_000 },
    )
    await postAlert(oro.webhookUrl, { symbol: 'XAU' })
    const silentFrom = (botId: string | null, seen: number) =>
      writeOutages(stage.app.db, [{ botId, since, seen }])
    await silentFrom(null, Date.now())
    expect(await summary(oro.id)).toMatchObject({
      waiting: { count: 1, since: expect.any(String) },
      telegramSilence: { since: new Date(since).toISOString(), connections: null },
    })
    await silentFrom(null, Date.now() - 61_000)
    expect((await summary()).telegramSilence).toBeNull()
    await clearOutage(stage.app.db, null)
    const { bot_id: botId } = await stage.app.db
      .selectFrom('connections')
      .select('bot_id')
      .where('id', '=', oro.id)
      .executeTakeFirstOrThrow()
    await silentFrom(botId, Date.now())
    expect((await summary()).telegramSilence).toEqual({
      since: new Date(since).toISOString(),
      connections: { name: 'Oro', count: 1 },
    })
    expect((await summary(plata.id)).telegramSilence).toBeNull()
    await clearOutage(stage.app.db, botId)
    expect((await summary()).telegramSilence).toBeNull()
  })

  it('are refused for an unknown time zone', async () => {
    await expect(marta.api.stats.summary({ tz: 'Luna/Mar' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    })
  })
})

describe('the layout', () => {
  it('is the default one until it is changed, and again when it is reset', async () => {
    expect(await marta.api.dashboard.read()).toEqual({ widgets: defaultWidgets })
    const [first, second] = defaultWidgets
    if (!first || !second) throw new Error('there are no widgets')
    const foreign = { id: 'WEATHER', name: 'Tiempo', isVisible: true, order: 2 }
    const changed = [foreign, { ...first, order: 1 }, { ...second, order: 0, isVisible: false }]
    const stored = {
      widgets: [
        ...changed.toReversed(),
        ...defaultWidgets.slice(2).map((widget, place) => ({ ...widget, order: place + 3 })),
      ],
    }
    expect(await marta.api.dashboard.replace({ widgets: changed })).toEqual(stored)
    const many = Array.from({ length: 50 }, (_, order) => ({
      ...first,
      id: `otro-${order}`,
      order,
    }))
    await expect(marta.api.dashboard.replace({ widgets: many })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    })
    expect(await marta.api.dashboard.read()).toEqual(stored)
    expect(await luis.api.dashboard.read()).toEqual({ widgets: defaultWidgets })
    expect(await marta.api.dashboard.reset()).toEqual({ widgets: defaultWidgets })
    expect(await marta.api.dashboard.read()).toEqual({ widgets: defaultWidgets })
  })
})

describe('the first steps', () => {
  it('are completed when their owner marks them as done', async () => {
    expect((await luis.api.profile.read()).initialSetupComplete).toBe(false)
    const done = await luis.api.profile.update({ initialSetupComplete: true })
    expect(done).toMatchObject({ email: luis.email, initialSetupComplete: true })
    expect((await luis.api.profile.read()).initialSetupComplete).toBe(true)
  })
})

describe('notifications', () => {
  it('are read one by one or all, and the read ones cleared', async () => {
    const { api } = await signUp(stage, 'ana')
    const make = () => stage.botApi.addBot().token
    for (const name of ['Uno', 'Dos', 'Tres']) {
      const connection = await api.connections.create({
        name,
        telegramBotToken: make(),
        telegramChatId: '987654',
      })
      await postAlert(connection.webhookUrl, { symbol: 'X' })
    }
    const list = () => api.notifications.list()
    await expect.poll(async () => (await list()).length).toBe(3)
    const [newest, middle] = await list()
    expect(newest).toMatchObject({ read: false, type: 'error', link: expect.any(String) })
    await api.notifications.markRead({ id: middle?.id ?? '' })
    expect((await list()).map(({ read }) => read)).toEqual([false, true, false])
    await api.notifications.clearRead()
    expect((await list()).map(({ read }) => read)).toEqual([false, false])
    await api.notifications.markAllRead()
    expect((await list()).map(({ read }) => read)).toEqual([true, true])
    await api.notifications.clearRead()
    expect(await list()).toEqual([])
  })
})
