import { expect, it } from 'vitest'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { DAY_MS } from '#shared/limits.ts'
import { alertRow } from '../support/rows.ts'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

it('preferences are stored, and a shorter history is trimmed at once', async () => {
  await using stage = await startTestApp()
  const { db } = stage.app
  const { api, connect } = await signUp(stage)
  expect(await api.profile.read()).toMatchObject({ notificationsEnabled: true, historyDays: null })
  const { webhookUrl } = await connect(stage.botApi)
  await postAlert(webhookUrl, { alert_name: 'nueva' })
  const { user_id } = await db.selectFrom('profiles').select('user_id').executeTakeFirstOrThrow()
  const received_at = Date.now() - 60 * DAY_MS
  const old = alertRow({ user_id, connection_id: 'gone', name: 'vieja', received_at })
  await transaction(db, trx => insertAlerts(trx, [old]))
  const names = async () => (await api.alerts.list({})).items.map(({ name }) => name)

  await api.profile.update({ historyDays: 90 })
  await api.profile.update({ notificationsEnabled: false })
  expect(await api.profile.read()).toMatchObject({ notificationsEnabled: false, historyDays: 90 })
  expect(await names()).toEqual(['nueva', 'vieja'])

  await api.profile.update({ historyDays: 30 })
  await expect.poll(names).toEqual(['nueva'])
  await expect(api.profile.update({ historyDays: 7 as 30 })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
  })
})

it("an account has a time zone of its own, or the installation's", async () => {
  await using stage = await startTestApp({ timeZone: 'America/Bogota' })
  const { api } = await signUp(stage)
  const zones = async () => {
    const { timeZone, ownTimeZone, installationTimeZone } = await api.profile.read()
    return { timeZone, ownTimeZone, installationTimeZone }
  }
  const none = {
    timeZone: 'America/Bogota',
    ownTimeZone: null,
    installationTimeZone: 'America/Bogota',
  }
  expect(await zones()).toEqual(none)
  const own = { ...none, timeZone: 'Asia/Tokyo', ownTimeZone: 'Asia/Tokyo' }
  expect(await api.profile.update({ timeZone: 'Asia/Tokyo' })).toMatchObject(own)
  await api.profile.update({ notificationsEnabled: false })
  expect(await zones()).toEqual(own)
  for (const wrong of ['Marte/Olimpo', '+02:00', '', 'x'.repeat(1_000)])
    await expect(api.profile.update({ timeZone: wrong })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    })
  expect(await zones()).toEqual(own)
  await api.profile.update({ timeZone: null })
  expect(await zones()).toEqual(none)
})

it("an unknown zone counts as the installation's, and can be changed", async () => {
  await using stage = await startTestApp({ timeZone: 'America/Bogota' })
  const { api } = await signUp(stage)
  await stage.app.db.updateTable('profiles').set({ time_zone: 'Europe/Future' }).execute()
  expect(await api.profile.read()).toMatchObject({
    timeZone: 'America/Bogota',
    ownTimeZone: 'Europe/Future',
  })
  expect(await api.profile.update({ timeZone: 'UTC' })).toMatchObject({ timeZone: 'UTC' })
})

it.each([
  ['Europe/Lisbon', 'Europe/Lisbon'],
  ['Marte/Olimpo', null],
  ['x'.repeat(1_000), null],
  [7, null],
  [undefined, null],
])('a new account stores the zone of its browser, if it is known: %s', async (timeZone, own) => {
  await using stage = await startTestApp({ registration: 'open' })
  const account = { email: 'ana@example.com', password: 'una contraseña larga', timeZone }
  const made = await fetch(`${stage.url}/api/registration`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  expect(made.status).toBe(201)
  const row = await stage.app.db.selectFrom('profiles').select('time_zone').executeTakeFirst()
  expect(row).toEqual({ time_zone: own })
})

it('single-key shortcuts are on until an account switches them off', async () => {
  await using stage = await startTestApp()
  const { api } = await signUp(stage)
  expect(await api.profile.read()).toMatchObject({ keyboardShortcuts: true })
  await api.profile.update({ keyboardShortcuts: false })
  await api.profile.update({ notificationsEnabled: false })
  expect(await api.profile.read()).toMatchObject({ keyboardShortcuts: false })
})
