import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Digests of deleted alerts, and the start of the kept history, for comparisons with TradingView's log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema
    .createTable('deleted_alerts')
    .addColumn('id', text, column => column.primaryKey())
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('received_at', 'bigint', column => column.notNull())
    .addColumn('exact', 'bigint', column => column.notNull())
    .addColumn('repaired', 'bigint', column => column.notNull())
    .addColumn('named', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('deleted_alerts_by_time')
    .on('deleted_alerts')
    .columns(['user_id', 'received_at'])
    .execute()
  await db.schema
    .createTable('history_floors')
    .addColumn('user_id', text, column => column.primaryKey())
    .addColumn('kept_since', 'bigint', column => column.notNull())
    .execute()
}
