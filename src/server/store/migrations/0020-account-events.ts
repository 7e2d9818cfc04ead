import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Events of accounts, deleted with their account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema
    .createTable('account_events')
    .addColumn('id', text, column => column.primaryKey())
    .addColumn('user_id', text, column =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('kind', text, column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('since', 'bigint', column => column.notNull())
    .addColumn('count', 'integer', column => column.notNull())
    .addColumn('address', text)
    .addColumn('user_agent', text)
    .addColumn('detail', text)
    .addColumn('repeat_key', text, column => column.notNull())
    .execute()
  await db.schema
    .createIndex('account_events_by_time')
    .on('account_events')
    .columns(['user_id', 'at', 'id'])
    .execute()
  await db.schema
    .createIndex('account_events_by_repeat_key')
    .unique()
    .on('account_events')
    .columns(['user_id', 'repeat_key'])
    .execute()
}
