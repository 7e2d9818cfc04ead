import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Sender's address of an alert, and whether an account accepts only webhooks from TradingView. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema.alterTable('alerts').addColumn('received_from', text).execute()
  await db.schema
    .alterTable('profiles')
    .addColumn('only_tradingview', 'integer', column => column.notNull().defaultTo(0))
    .execute()
}
