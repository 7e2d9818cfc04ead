import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { alertRow } from '../../../tests/support/rows.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { countAll, countWithin } from './alert-counts.ts'
import { insertAlerts } from './alerts.ts'
import { QUARTER_MS } from './count-triggers.ts'
import { databaseType } from './dialect.ts'
import { migrate } from './migrate.ts'
import type { Database } from './schema.ts'
import { transaction } from './transaction.ts'

it('counts the alerts that came before there were counts, and those that come after', async () => {
  await using store = await openTestStore()
  await takeBackPanel(store.db)
  const ana = { db: store.reader, userId: 'ana' }
  const at = (quarter: number, connection_id = 'oro') =>
    alertRow({
      user_id: 'ana',
      connection_id,
      received_at: quarter * QUARTER_MS,
      status: 'success',
    })
  const insert = (...alerts: ReturnType<typeof at>[]) =>
    transaction(store.db, trx => insertAlerts(trx, alerts))
  await insert(at(1), at(1), at(1, 'plata'), { ...at(7), status: 'failed', error_code: 'x' })

  expect(await migrate(store.db)).toEqual([
    '0004-panel',
    '0005-tv-configs',
    '0006-preferences',
    '0007-search',
    '0009-tombstones',
    '0010-silent-bots',
  ])
  await insert(at(7))
  expect(await countAll(ana, undefined)).toMatchObject({ total: 5, successful: 4, failed: 1 })
  expect(await countAll(ana, 'plata')).toMatchObject({ total: 1 })
  const quarters = [1, 7].map(n => ({ from: n * QUARTER_MS, to: (n + 1) * QUARTER_MS }))
  expect(await countWithin(ana, undefined, quarters)).toMatchObject([{ total: 3 }, { total: 2 }])
  expect(await countWithin(ana, 'oro', quarters)).toMatchObject([{ total: 2 }, { total: 2 }])
})

/** The database as the migration before the panel's left it. */
async function takeBackPanel(db: Database): Promise<void> {
  const isPostgres = databaseType(db) === 'postgres'
  const triggers = isPostgres
    ? ['function count_alerts() cascade', 'function note_alerts() cascade']
    : ['in', 'out', 'anew'].flatMap(which => [
        `trigger alerts_counted_${which}`,
        `trigger alerts_noted_${which}`,
      ])
  const tables = [
    ...(isPostgres ? [] : ['search_trigrams']),
    'search_texts',
    'search_changes',
    'dashboards',
    'count_changes',
    'quarter_counts',
    'connection_counts',
    'tv_alert_configs',
    'tombstones',
  ]
  for (const what of [...triggers, ...tables.map(table => `table ${table}`)])
    await sql`drop ${sql.raw(what)}`.execute(db)
  for (const column of ['notifications_enabled', 'history_days'])
    await sql`alter table profiles drop column ${sql.ref(column)}`.execute(db)
  for (const column of ['silent_since', 'silent_seen'])
    await sql`alter table bots drop column ${sql.ref(column)}`.execute(db)
  await sql`delete from kysely_migration where name >= '0004-panel'`.execute(db)
}
