import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Saved configurations of the generator of TradingView alerts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema
    .createTable('tv_alert_configs')
    .addColumn('id', text, column => column.primaryKey())
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('name', text, column => column.notNull())
    .addColumn('connection_id', text, column => column.notNull())
    .addColumn('template_fields', text, column => column.notNull())
    .addColumn('condition_notes', text, column => column.notNull())
    .addColumn('frequency_notes', text, column => column.notNull())
    .addColumn('version', 'integer', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('tv_alert_configs_by_user')
    .on('tv_alert_configs')
    .columns(['user_id', 'connection_id'])
    .execute()
}
