import { expect, it } from 'vitest'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { DAY_MS } from '#shared/limits.ts'
import { alertRow } from '../support/rows.ts'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

it('preferences are kept, and a shorter history is cleared at once', async () => {
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
