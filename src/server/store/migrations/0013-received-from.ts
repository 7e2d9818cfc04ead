import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** From which address an alert came, and whether an account takes webhooks from TradingView's alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema.alterTable('alerts').addColumn('received_from', text).execute()
  await db.schema
    .alterTable('profiles')
    .addColumn('only_tradingview', 'integer', column => column.notNull().defaultTo(0))
    .execute()
}
