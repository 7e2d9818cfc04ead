import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSecretBox } from '#server/base/secrets.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { learn } from '#shared/watch/learn.ts'
import { emptyRhythm } from '#shared/watch/rhythm.ts'
import { insertSeries } from '../support/insert-series.ts'
import { hourly, insertFirings } from '../support/past-firings.ts'
import { allowOutcomes, refuseOutcomes } from '../support/refuse-updates.ts'
import { stepClock } from '../support/step-clock.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let stage: TestApp
let trader: Trader
let connection: Awaited<ReturnType<Trader['connect']>>
let alarms: Awaited<ReturnType<Trader['connect']>>

beforeEach(async () => {
  stage = await startTestApp()
  trader = await signUp(stage)
  connection = await trader.connect(stage.botApi)
  alarms = await trader.connect(stage.botApi, { name: 'Avisos' })
  await trader.api.watch.updateSettings({ connectionId: alarms.id })
})
afterEach(() => stage[Symbol.asyncDispose]())

const texts = () =>
  stage.botApi.messages
    .filter(({ chatId }) => String(chatId) === alarms.telegramChatId)
    .map(({ text }) => text)

const only = async () => {
  const { items } = await trader.api.watch.list()
  return items.length === 1 ? items[0] : undefined
}

const fire = (name: string) => postAlert(connection.webhookUrl, { alert_name: name })

describe('an alert that stopped', () => {
  beforeEach(async () => {
    await insertFirings(
      stage.app.db,
      connection.id,
      hourly('Ruptura', 30, Date.now() - 3 * HOUR_MS),
    )
    await expect.poll(async () => (await only())?.state).toBe('quiet')
  })

  it('is reported once, and its return once', async () => {
    await stage.botApi.waitFor(() => texts().length === 1)
    expect(texts()[0]).toMatch(/«Ruptura» \(Oro H1\) no se dispara desde el .*\/watch\?series=/s)
    const quiet = await only()
    expect(quiet).toMatchObject({ firings: 720, name: 'Ruptura', silenced: null })
    expect(quiet?.usualGap).toBeGreaterThan(50 * MINUTE_MS)
    expect(quiet?.strip.counts).toHaveLength(28)
    expect(quiet?.strip.counts[20]).toBe(24)
    await fire('Ruptura')
    await stage.botApi.waitFor(() => texts().length === 2)
    expect(texts()[1]).toContain('«Ruptura» (Oro H1) se disparó')
    expect(await only()).toMatchObject({ state: 'alive', fallId: null, firings: 721 })
    const told = async () =>
      (await trader.api.watch.alarms()).map(({ kind, status }) => [kind, status])
    // The message arrives before the alarm is marked as sent.
    await expect.poll(told).toEqual([
      ['return', 'sent'],
      ['fall', 'sent'],
    ])
    const [bell] = await trader.api.notifications.list()
    expect(bell?.title).toBe('«Ruptura» vuelve')
    // The icon replaces the emoji of the chat.
    expect(bell?.message).toMatch(/^«Ruptura» \(Oro H1\) se disparó/)
  })

  it('is judged anew once its owner marks the silence as normal', async () => {
    await expect.poll(async () => (await only())?.fallId).toBeTruthy()
    const { id = '', fallId } = (await only()) ?? {}
    const after = await trader.api.watch.wasNormal({ id, alarmId: fallId ?? '' })
    expect(after).toMatchObject({ fallId: null })
    await expect.poll(async () => (await only())?.state).toMatch(/alive|late/)
    await expect(trader.api.watch.wasNormal({ id, alarmId: fallId ?? '' })).rejects.toMatchObject({
      code: 'NOT_A_FALL',
    })
    expect((await trader.api.watch.list()).falls).toEqual({ told: 1, wereNormal: 1 })
  })

  it('is forgotten when it is removed, and deleted with its connection', async () => {
    const { id = '' } = (await only()) ?? {}
    expect((await trader.api.watch.read({ id })).alarms).toHaveLength(1)
    await trader.api.watch.remove({ id })
    expect((await trader.api.watch.list()).items).toEqual([])
    await fire('Ruptura')
    await expect.poll(async () => (await only())?.firings).toBe(1)
    expect(await only()).toMatchObject({ state: 'unknown' })
    await trader.api.connections.remove({ id: connection.id })
    expect((await trader.api.watch.list()).items).toEqual([])
    const left = await stage.app.db.selectFrom('watched_series').select('id').execute()
    expect(left).toEqual([])
  })
})

it('reports a silence of 20 hours once, even after it was marked as normal', async () => {
  await insertFirings(stage.app.db, connection.id, hourly('Ruptura', 30, Date.now() - 20 * HOUR_MS))
  await stage.botApi.waitFor(() => texts().length === 1)
  const { id = '', fallId } = (await only()) ?? {}
  await trader.api.watch.wasNormal({ id, alarmId: fallId ?? '' })
  // Once another series is learned, this one has been judged again.
  await fire('Otra')
  await expect.poll(async () => (await trader.api.watch.list()).items.length).toBe(2)
  await fire('Otra más')
  await expect.poll(async () => (await trader.api.watch.list()).items.length).toBe(3)
  expect((await trader.api.watch.read({ id })).state).toBe('quiet')
  expect((await trader.api.watch.alarms()).map(({ kind }) => kind)).toEqual(['fall'])
})

it('sends one notification for four alerts that fell silent together', async () => {
  const names = ['Alfa', 'Beta', 'Gamma', 'Delta']
  const until = Date.now() - 3 * HOUR_MS
  const firings = names.flatMap(name => hourly(name, 20, until))
  await insertFirings(
    stage.app.db,
    connection.id,
    firings.toSorted((a, b) => a.at - b.at),
  )
  await expect
    .poll(async () => (await trader.api.watch.list()).items.map(({ state }) => state))
    .toEqual(['quiet', 'quiet', 'quiet', 'quiet'])
  await stage.botApi.waitFor(() => texts().length > 0)
  expect(texts()).toEqual([expect.stringMatching(/^Vigía: 4 avisos\n• «\p{L}+» calla/u)])
  const bells = (await trader.api.notifications.list()).filter(({ link }) => link === '/watch')
  expect(bells.map(({ title }) => title)).toEqual(['4 alertas callan'])
  for (const name of names) expect(bells[0]?.message).toContain(`«${name}» calla`)
})

it('sends each of two accounts one message for 150 alerts that fell silent together', async () => {
  const { db } = stage.app
  const other = await signUp(stage, 'luis')
  const theirs = await other.connect(stage.botApi, { name: 'Plata' })
  await other.api.watch.updateSettings({ connectionId: theirs.id })
  const { id } = await insertSeries(db, connection.id)
  const row = await db
    .selectFrom('watched_series')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { user_id: theirUser } = await db
    .selectFrom('connections')
    .select('user_id')
    .where('id', '=', theirs.id)
    .executeTakeFirstOrThrow()
  const instants = hourly('', 30, Date.now() - 3 * HOUR_MS).map(({ at }) => at)
  const rhythm = JSON.stringify(learn(emptyRhythm(), instants, { timeZone: 'UTC', away: [] }))
  const late = { ...row, rhythm, state: 'late' as const, fall_id: null, judge_at: 1 }
  const rows = Array.from({ length: 150 }, (_, nth) => [
    { ...late, id: `mine-${nth}`, name: `mine-${nth}` },
    {
      ...late,
      id: `theirs-${nth}`,
      name: `theirs-${nth}`,
      user_id: theirUser,
      connection_id: theirs.id,
    },
  ]).flat()
  await transaction(db, async trx => {
    for (const some of [rows.slice(0, 100), rows.slice(100, 200), rows.slice(200)])
      await trx.insertInto('watched_series').values(some).execute()
  })
  await expect
    .poll(async () => {
      const sent = await db
        .selectFrom('watch_alarms')
        .select('id')
        .where('status', '=', 'sent')
        .execute()
      return sent.length
    })
    .toBe(300)
  expect(stage.botApi.messages.map(({ text }) => text.split('\n')[0])).toEqual([
    'Vigía: 150 avisos',
    'Vigía: 150 avisos',
  ])
})

it('resends an alarm after a flood wait, without a warning of duplicates', async () => {
  stage.botApi.fail({ method: 'sendMessage', times: 1 }, { kind: 'flood', retryAfter: 1 })
  await trader.api.watch.test()
  await expect
    .poll(async () =>
      (await trader.api.watch.alarms()).map(({ status, reason }) => [status, reason]),
    )
    .toEqual([['sent', null]])
  expect(texts()).toHaveLength(1)
})

it('resends an alarm after a first refusal of its chat, and fails it at the second', async () => {
  const refused = {
    kind: 'refusal',
    status: 400,
    description: 'Bad Request: chat not found',
  } as const
  const outcome = async () =>
    (await trader.api.watch.alarms()).map(({ status, reason }) => [status, reason])
  stage.botApi.fail({ method: 'sendMessage', times: 1 }, refused)
  await trader.api.watch.test()
  await expect.poll(outcome).toEqual([['sent', null]])
  expect(texts()).toHaveLength(1)
  stage.botApi.fail({ method: 'sendMessage' }, refused)
  await trader.api.watch.test()
  await expect.poll(outcome).toEqual([
    ['failed', expect.stringContaining('El chat no existe')],
    ['sent', null],
  ])
  expect(texts()).toHaveLength(1)
})

it('sends an alarm once, even if its outcome cannot be written for long', async () => {
  const { db } = stage.app
  await refuseOutcomes(db)
  const { id } = await trader.api.watch.test()
  const row = () =>
    db.selectFrom('watch_alarms').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await expect.poll(async () => (await row()).status).toBe('sending')
  // From now on another process would take the alarm for abandoned.
  await expect.poll(async () => ((await row()).due_at ?? 0) < Date.now()).toBe(true)
  await allowOutcomes(db)
  await expect.poll(row).toMatchObject({ status: 'sent', attempts: 1, reason: null })
  expect(texts()).toHaveLength(1)
})

it('watches a new alert in place of the longest silent of a thousand', async () => {
  const { id } = await insertSeries(stage.app.db, connection.id)
  const old = await stage.app.db
    .selectFrom('watched_series')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const at = Date.now() - 60 * DAY_MS
  const others = Array.from({ length: 999 }, (_, nth) => {
    const name = `Vieja ${String(nth).replaceAll(/\d/g, digit => 'abcdefghij'.charAt(Number(digit)))}`
    return { ...old, id: `old-${nth}`, name, folded: name, last_fired_at: at + nth, fall_id: null }
  })
  await transaction(stage.app.db, async trx => {
    for (let from = 0; from < others.length; from += 100)
      await trx
        .insertInto('watched_series')
        .values(others.slice(from, from + 100))
        .execute()
  })
  await fire('Nueva')
  await expect
    .poll(() =>
      stage.app.db
        .selectFrom('watched_series')
        .select('name')
        .where('name', '=', 'Nueva')
        .execute(),
    )
    .toHaveLength(1)
  const names = (await trader.api.watch.list()).items.map(({ name }) => name)
  expect(names).toHaveLength(1_000)
  expect(names).not.toContain('Vieja a')
})

it('sends no alarm for an inactive connection or a silenced alert', async () => {
  const [off, silent] = [connection, await trader.connect(stage.botApi, { name: 'Plata' })]
  await trader.api.connections.update({ id: off.id, isActive: false })
  await transaction(stage.app.db, async trx => {
    await insertFirings(trx, off.id, hourly('Ruptura', 30, Date.now() - 50 * MINUTE_MS))
    await insertFirings(trx, silent.id, hourly('Cruce', 30, Date.now() - 51 * MINUTE_MS))
  })
  await expect.poll(async () => (await trader.api.watch.list()).items.length).toBe(2)
  const cruce = (await trader.api.watch.list()).items.find(({ name }) => name === 'Cruce')
  const always = await trader.api.watch.silence({ id: cruce?.id ?? '', period: 'always' })
  expect(always.silenced).toEqual({ until: null })
  using _clock = stepClock(3 * HOUR_MS)
  await stage.app.db.updateTable('watch_duty').set({ marked_at: Date.now() }).execute()
  await expect
    .poll(async () => (await trader.api.watch.alarms()).map(({ status, about }) => [status, about]))
    .toEqual([['kept', cruce?.id]])
  const { items } = await trader.api.watch.list()
  expect(items.map(({ name, state }) => [name, state])).toEqual([
    ['Cruce', 'quiet'],
    ['Ruptura', 'off'],
  ])
  expect(texts()).toEqual([])
})

it('warns when an alert nears or reaches the limit of TradingView', async () => {
  for (let n = 0; n < 13; n += 1) await fire('Ráfaga')
  await stage.botApi.waitFor(() => texts().some(text => text.includes('12 veces en 3 minutos')))
  expect(await only()).toMatchObject({ state: 'near-limit', limit: { level: 'near' } })
  for (let n = 0; n < 5; n += 1) await fire('Ráfaga')
  await stage.botApi.waitFor(() => texts().some(text => text.includes('16 veces en 3 minutos')))
  expect(await only()).toMatchObject({ limit: { level: 'stopped' } })
})

it('merges names that differ in a price, and skips alerts without a name', async () => {
  for (let n = 0; n < 12; n += 1) await fire(`Ruptura ${4_130 + n}.5`)
  await fire('EMA 20')
  await fire('EMA 50')
  await postAlert(connection.webhookUrl, { price: '4' })
  const names = async () => (await trader.api.watch.list()).items.map(({ name }) => name).sort()
  await expect.poll(names).toEqual(['EMA 20', 'EMA 50', 'Ruptura #'])
  await fire('Ruptura 5000')
  await expect
    .poll(async () => (await trader.api.watch.list()).items.find(one => one.name.endsWith('#')))
    .toMatchObject({ firings: 13 })
})

it('keeps a chosen silence when names are merged', async () => {
  for (let n = 1; n <= 8; n += 1) await fire(`Ruptura ${n}`)
  await expect.poll(async () => (await trader.api.watch.list()).items.length).toBe(8)
  const [{ id } = { id: '' }] = (await trader.api.watch.list()).items
  await trader.api.watch.silence({ id, period: 'always' })
  await fire('Ruptura 9')
  await expect
    .poll(only)
    .toMatchObject({ name: 'Ruptura #', firings: 9, silenced: { until: null } })
})

it('continues learning after a clock that was ahead is set right', async () => {
  {
    using _clock = stepClock(HOUR_MS)
    await fire('Cruce')
    await expect.poll(async () => (await only())?.name).toBe('Cruce')
  }
  // With ids as given by a process that was started since.
  const at = Date.now()
  const firings = ['Cruce', 'Ruptura'].map(name => ({ name, at }))
  await insertFirings(stage.app.db, connection.id, firings)
  const seen = async () =>
    (await trader.api.watch.list()).items.map(({ name, firings }) => [name, firings]).sort()
  await expect.poll(seen).toEqual([
    ['Cruce', 2],
    ['Ruptura', 1],
  ])
  await fire('Ruptura')
  await expect.poll(seen).toEqual([
    ['Cruce', 2],
    ['Ruptura', 2],
  ])
})

describe('a heartbeat', () => {
  const beat = (url: string, init: RequestInit = { method: 'POST' }) => fetch(url, init)

  it('is reported when two in a row are missing, and when it is back', async () => {
    const made = await trader.api.heartbeats.create({ name: 'BTC', everyMinutes: 5 })
    expect(made).toMatchObject({ state: 'waiting', url: `${stage.url}/latido/${made.id}` })
    expect((await beat(made.url, {})).status).toBe(503)
    expect((await beat(made.url, { method: 'POST', body: 'cualquiera' })).status).toBe(202)
    expect((await beat(made.url, {})).status).toBe(200)
    expect((await trader.api.heartbeats.list())[0]).toMatchObject({ state: 'alive' })
    {
      using _clock = stepClock(12 * MINUTE_MS)
      await stage.app.db.updateTable('watch_duty').set({ marked_at: Date.now() }).execute()
      await stage.botApi.waitFor(() => texts().length === 1)
      expect(texts()[0]).toContain('Faltan dos latidos seguidos de «BTC»')
      expect((await beat(made.url, {})).status).toBe(503)
      expect(await trader.api.watch.summary()).toMatchObject({ silentHeartbeats: 1 })
      expect((await beat(made.url)).status).toBe(202)
      await stage.botApi.waitFor(() => texts().length === 2)
      expect(texts()[1]).toContain('«BTC» late de nuevo')
    }
    expect((await trader.api.alerts.list({})).total).toBe(0)
    await trader.api.heartbeats.remove({ id: made.id })
    expect((await beat(made.url)).status).toBe(404)
    expect((await beat(made.url, {})).status).toBe(404)
  })

  it('is reported back once, however many beats come at once', async () => {
    const made = await trader.api.heartbeats.create({ name: 'BTC', everyMinutes: 5 })
    const silent = { last_at: Date.now() - HOUR_MS, silent_since: Date.now() - 30 * MINUTE_MS }
    await stage.app.db.updateTable('heartbeats').set(silent).where('id', '=', made.id).execute()
    await Promise.all(Array.from({ length: 12 }, () => beat(made.url)))
    const kinds = (await trader.api.watch.alarms()).map(({ kind }) => kind)
    expect(kinds).toEqual(['heartbeat-return'])
  })

  it('is refused with a body of 70,000 bytes, and beyond twenty per account', async () => {
    const made = await trader.api.heartbeats.create({ name: 'BTC', everyMinutes: 1 })
    const huge = await beat(made.url, { method: 'POST', body: 'x'.repeat(70_000) })
    expect(huge.status).toBe(413)
    for (let n = 1; n < 20; n += 1)
      await trader.api.heartbeats.create({ name: 'x', everyMinutes: 60 })
    await expect(
      trader.api.heartbeats.create({ name: 'x', everyMinutes: 60 }),
    ).rejects.toMatchObject({ code: 'TOO_MANY_HEARTBEATS' })
  })
})

it('reminds of an expiry, which a renewal moves', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const inDays = (days: number) =>
    new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10)
  const config = await trader.api.tvConfigs.create({
    name: 'Ruptura',
    connectionId: connection.id,
    templateFields: {},
    expiresOn: inDays(6),
  })
  expect(config.expiresOn).toBe(inDays(6))
  {
    using _clock = stepClock(4 * DAY_MS)
    await stage.app.db.updateTable('watch_duty').set({ marked_at: Date.now() }).execute()
    await stage.botApi.waitFor(() => texts().length === 1)
    expect(texts()[0]).toMatch(/«Ruptura» \(Oro H1\) dejará de dispararse el /)
  }
  const renewed = await trader.api.tvConfigs.renew({ id: config.id, days: 30 })
  expect(renewed.expiresOn).toBe(inDays(36))
  await expect(
    trader.api.tvConfigs.renew({ id: config.id, days: 60, expiresOn: inDays(6) }),
  ).rejects.toMatchObject({ code: 'EDIT_CONFLICT' })
  const { id, version: _, ...draft } = renewed
  const { expiresOn: __, ...without } = draft
  expect((await trader.api.tvConfigs.update({ ...without, id })).expiresOn).toBe(inDays(36))
  const none = await trader.api.tvConfigs.update({ ...draft, id, expiresOn: null })
  expect(none.expiresOn).toBeNull()
  await expect(trader.api.tvConfigs.renew({ id, days: 60 })).rejects.toMatchObject({
    code: 'NO_EXPIRY',
  })
  const file = await trader.api.data.exportAll()
  const [exported] = file.tradingViewAlertConfigs
  await trader.api.data.importAll({
    ...file,
    tradingViewAlertConfigs: [{ ...exported, expiresOn: inDays(9) }],
  })
  expect((await trader.api.tvConfigs.list())[0]?.expiresOn).toBe(inDays(9))
})

it('sends a summary of the day at its hour, and a test when asked', async () => {
  await fire('Cruce')
  await trader.api.watch.updateSettings({ summaryTime: '08:00' })
  using _clock = stepClock(23 * HOUR_MS)
  const { id: user_id } = await stage.app.db
    .selectFrom('user')
    .select('id')
    .executeTakeFirstOrThrow()
  await stage.app.db.updateTable('watch_duty').set({ marked_at: Date.now() }).execute()
  await stage.app.db
    .updateTable('watch_settings')
    .set({ summary_at: Date.now() - 1 })
    .where('user_id', '=', user_id)
    .execute()
  await stage.botApi.waitFor(() => texts().length === 1)
  expect(texts()[0]).toMatch(/^📋 En 24 horas: 1 alerta, 1 entregada, 0 fallidas\./)
  expect(await trader.api.watch.test()).toMatchObject({ kind: 'test' })
  await stage.botApi.waitFor(() => texts().length === 2)
  await trader.api.watch.updateSettings({ connectionId: null })
  await expect(trader.api.watch.test()).rejects.toMatchObject({ code: 'NO_CONNECTION' })
})

it('moves the summary and the reminders with the time zone of the account', async () => {
  await trader.api.profile.update({ timeZone: 'Europe/Madrid' })
  const expiresOn = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)
  const draft = { name: 'Ruptura', connectionId: connection.id, templateFields: {}, expiresOn }
  await trader.api.tvConfigs.create(draft)
  await trader.api.watch.updateSettings({ summaryTime: '08:00' })
  const dues = async () => {
    const { db } = stage.app
    const settings = await db
      .selectFrom('watch_settings')
      .select('summary_at')
      .executeTakeFirstOrThrow()
    const config = await db
      .selectFrom('tv_alert_configs')
      .select('remind_at')
      .executeTakeFirstOrThrow()
    return [settings.summary_at, config.remind_at].map(at => new Date(at ?? 0))
  }
  const hoursIn = (instants: readonly Date[], timeZone: string) =>
    instants.map(at => at.toLocaleTimeString('es', { timeZone, timeStyle: 'short' }))
  expect(hoursIn(await dues(), 'Europe/Madrid')).toEqual(['8:00', '9:00'])
  await trader.api.profile.update({ timeZone: 'Asia/Tokyo' })
  expect(hoursIn(await dues(), 'Asia/Tokyo')).toEqual(['8:00', '9:00'])
})

describe('the hour of the summary', () => {
  const summaryAt = () =>
    stage.app.db.selectFrom('watch_settings').select('summary_at').executeTakeFirstOrThrow()

  it('is not postponed by saving it again while it is due', async () => {
    await trader.api.watch.updateSettings({ summaryTime: '08:00' })
    // No summary is raised while no webhook can arrive.
    await stage.app.db.updateTable('watch_settings').set({ summary_at: 1 }).execute()
    await stage.app.db.updateTable('watch_duty').set({ marked_at: 1 }).execute()
    const due = Date.now() - 1_000
    await stage.app.db.updateTable('watch_settings').set({ summary_at: due }).execute()
    await trader.api.watch.updateSettings({ summaryTime: '08:00', alarms: true })
    expect(await summaryAt()).toEqual({ summary_at: due })
  })

  it('is corrected after the clock was ahead', async () => {
    await trader.api.watch.updateSettings({ summaryTime: '08:00' })
    const { summary_at: right } = await summaryAt()
    const ahead = (right ?? 0) + 7 * DAY_MS
    await stage.app.db.updateTable('watch_settings').set({ summary_at: ahead }).execute()
    await expect.poll(summaryAt).toEqual({ summary_at: right })
    expect(texts()).toEqual([])
  })
})

describe('an alarm of an inactive connection', () => {
  const alarm = async () => {
    const [row] = await trader.api.watch.alarms()
    return [row?.status, row?.reason]
  }
  const isInactive = ['pending', 'La conexión de los avisos está inactiva.']

  it('waits until the connection is active again', async () => {
    await trader.api.connections.update({ id: alarms.id, isActive: false })
    await trader.api.watch.test()
    await expect.poll(alarm).toEqual(isInactive)
    expect(texts()).toEqual([])
    await trader.api.connections.update({ id: alarms.id, isActive: true })
    await stage.app.db.updateTable('watch_alarms').set({ due_at: 1 }).execute()
    await expect.poll(alarm).toEqual(['sent', null])
    expect(texts()).toHaveLength(1)
  })

  it('fails after a day, with that reason', async () => {
    await trader.api.connections.update({ id: alarms.id, isActive: false })
    await trader.api.watch.test()
    await expect.poll(alarm).toEqual(isInactive)
    const at = Date.now() - 25 * HOUR_MS
    await stage.app.db.updateTable('watch_alarms').set({ at, due_at: 1 }).execute()
    await expect
      .poll(alarm)
      .toEqual(['failed', 'La conexión de los avisos estuvo inactiva 24 horas.'])
  })

  it('stays on the screen once the connection is deleted', async () => {
    await trader.api.connections.update({ id: alarms.id, isActive: false })
    await trader.api.watch.test()
    await expect.poll(alarm).toEqual(isInactive)
    await trader.api.connections.remove({ id: alarms.id })
    await stage.app.db.updateTable('watch_alarms').set({ due_at: 1 }).execute()
    await expect
      .poll(alarm)
      .toEqual(['kept', 'Ya no hay ninguna conexión por la que salgan los avisos.'])
  })
})

it('fails an alarm whose bot token can not be decrypted', async () => {
  await stage.app.db
    .updateTable('connections')
    .set({ telegram_bot_token: 'v1.a.b.c' })
    .where('id', '=', alarms.id)
    .execute()
  await trader.api.watch.test()
  const alarm = async () => (await trader.api.watch.alarms())[0]
  await expect.poll(async () => (await alarm())?.status).toBe('failed')
  expect((await alarm())?.reason).toBe(
    'No se pudo leer el token de la conexión. Guarda otra vez la conexión y su token.',
  )
})

it('keeps an alarm waiting whose bot token is sealed with a key that is not here yet', async () => {
  const sealAs = (telegram_bot_token: string) =>
    stage.app.db
      .updateTable('connections')
      .set({ telegram_bot_token })
      .where('id', '=', alarms.id)
      .execute()
  const read = () => stage.app.db.selectFrom('watch_alarms').selectAll().executeTakeFirstOrThrow()
  const { telegram_bot_token: sealed } = await stage.app.db
    .selectFrom('connections')
    .select('telegram_bot_token')
    .where('id', '=', alarms.id)
    .executeTakeFirstOrThrow()
  await sealAs(createSecretBox(['another key of 32 characters or so']).encrypt('1:token'))
  await trader.api.watch.test()
  const { due_at: before } = await read()
  await expect.poll(async () => (await read()).due_at).toBeGreaterThan(before ?? 0)
  expect(await read()).toMatchObject({ status: 'pending', attempts: 0, reason: null })
  await sealAs(sealed)
  await stage.botApi.waitFor(() => texts().length === 1)
})

it('leaves silenced heartbeats out of the missing ones', async () => {
  const { id } = await trader.api.heartbeats.create({ name: 'BTC', everyMinutes: 5 })
  await stage.app.db.updateTable('heartbeats').set({ last_at: 1, silent_since: 2 }).execute()
  expect((await trader.api.watch.summary()).silentHeartbeats).toBe(1)
  await trader.api.heartbeats.silence({ id, period: 'always' })
  expect((await trader.api.watch.summary()).silentHeartbeats).toBe(0)
})

it('records a downtime, and raises no alarms for it', async () => {
  const made = await trader.api.heartbeats.create({ name: 'BTC', everyMinutes: 1 })
  await fetch(made.url, { method: 'POST' })
  await insertFirings(
    stage.app.db,
    connection.id,
    hourly('Ruptura', 30, Date.now() - 50 * MINUTE_MS),
  )
  await expect.poll(async () => (await only())?.state).toBe('alive')
  const before = Date.now()
  const { place, botApi } = stage
  await stage.app[Symbol.asyncDispose]()
  using _clock = stepClock(5 * HOUR_MS)
  await using again = await startTestApp({
    ...('dataDir' in place && { dataDir: place.dataDir }),
    secrets: {
      secretKey: stage.secretKey,
      databaseUrl: 'dataDir' in place ? undefined : place.databaseUrl,
    },
    telegramApiRoot: botApi.root,
  })
  await expect
    .poll(() => again.app.db.selectFrom('watch_absences').select('to_at').execute())
    .toHaveLength(1)
  const [row] = await again.app.db
    .selectFrom('watch_absences')
    .selectAll()
    .where('whose', '=', '')
    .execute()
  expect(row?.from_at).toBeLessThanOrEqual(before)
  await expect
    .poll(async () => {
      const [duty] = await again.app.db.selectFrom('watched_series').select('judge_at').execute()
      return (duty?.judge_at ?? 0) > Date.now()
    })
    .toBe(true)
  expect(await again.app.db.selectFrom('watch_alarms').selectAll().execute()).toEqual([])
})
