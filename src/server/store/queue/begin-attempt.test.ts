import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { alertRow, connectionRow } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { beginAttempts } from './begin-attempt.ts'
import { headOfLane, insertDeliveries, isQueued } from './deliveries.ts'

it('reads only the alerts of the message, however many are queued', async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  onTestFinished(() => prepare.mockRestore())
  await using store = await openTestStore()
  const { db } = store
  await insertConnection({ db, userId: 'ana' }, { ...connectionRow('btc'), lane: 'ana:1:2' })
  const alert = alertRow({ user_id: 'ana', connection_id: 'btc' })
  const delivery = { alertId: alert.id, userId: 'ana', connectionId: 'btc', lane: 'ana:1:2' }
  await transaction(db, async trx => {
    await insertAlerts(trx, [alert])
    await insertDeliveries(trx, [delivery])
  })
  const [waiting] = (await headOfLane(db, 'ana:1:2')).filter(isQueued)
  if (!waiting) throw new Error('one waits')
  prepare.mockClear()
  const message = { text: 'x', entities: [] }
  const begun = { waiting, message, missing: [], taken: [], misfit: null, lateMinutes: null }
  expect(await transaction(db, trx => beginAttempts(trx, [[begun]], 0))).toEqual([true])

  const updates = prepare.mock.calls.map(([text]) => text).filter(text => /^update/.test(text))
  expect(updates).toHaveLength(2)
  for (const text of updates) {
    const plan = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${text}`),
    )
    const looks = plan.rows.filter(({ detail }) => /(deliveries|alerts)\b.*USING/.test(detail))
    expect(looks.map(({ detail }) => detail.replace(/.* USING /, ''))).toEqual([
      expect.stringMatching(/^(INTEGER PRIMARY KEY \(rowid=\?\)|INDEX sqlite_autoindex_alerts)/),
    ])
  }
})
