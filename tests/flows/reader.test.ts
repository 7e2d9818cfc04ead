import { expect, it } from 'vitest'
import { newOrderedId } from '#server/base/ids.ts'
import { insertAlerts } from '#server/store/alerts.ts'
import type { Database } from '#server/store/schema.ts'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

it('webhooks are acknowledged while a search reads through a long history', async () => {
  await using stage = await startTestApp()
  const trader = await signUp(stage)
  const connection = await trader.connect(stage.botApi)
  await fillHistory(stage.app.db, connection.id)

  let isSearching = true
  const search = trader.api.alerts.list({ search: 'no está en ninguna' }).finally(() => {
    isSearching = false
  })
  let acknowledged = 0
  while (isSearching) {
    const { status } = await postAlert(connection.webhookUrl, { symbol: 'BTCUSDT' })
    if (isSearching && status === 202) acknowledged += 1
  }
  expect(await search).toMatchObject({ items: [], total: 0 })
  expect(acknowledged).toBeGreaterThan(20)
})

it('a list shows what was acknowledged before it was asked for', async () => {
  await using stage = await startTestApp()
  const trader = await signUp(stage)
  const connection = await trader.connect(stage.botApi)
  for (let count = 1; count <= 50; count++) {
    await postAlert(connection.webhookUrl, { symbol: 'BTCUSDT' })
    expect((await trader.api.alerts.list({ pageSize: 25 })).total).toBe(count)
    const [listed] = await trader.api.connections.list()
    expect(listed?.stats.totalAlerts).toBe(count)
  }
})

/** Alerts whose accents take long to fold. */
async function fillHistory(db: Database, connectionId: string): Promise<void> {
  const { user_id } = await db
    .selectFrom('connections')
    .select('user_id')
    .where('id', '=', connectionId)
    .executeTakeFirstOrThrow()
  const payload = JSON.stringify({ notes: 'ñ'.repeat(20_000) })
  const alerts = Array.from({ length: 200 }, () => ({
    id: newOrderedId(Date.now()),
    user_id,
    connection_id: connectionId,
    connection_name: 'Oro H1',
    name: 'BTCUSDT',
    summary: 'BTCUSDT',
    received_at: Date.now(),
    reading: 'json' as const,
    payload,
    raw_body: null,
    bar_time: null,
    fired_at: null,
    status: 'success' as const,
    error_code: null,
    error_reason: null,
  }))
  await db.transaction().execute(trx => insertAlerts(trx, alerts))
}
