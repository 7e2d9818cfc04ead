import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Personal API tokens, deleted with their account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema
    .createTable('api_tokens')
    .addColumn('id', text, column => column.primaryKey())
    .addColumn('user_id', text, column =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('name', text, column => column.notNull())
    .addColumn('scope', text, column => column.notNull())
    .addColumn('hash', text, column => column.notNull().unique())
    .addColumn('tail', text, column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('api_tokens_by_user')
    .on('api_tokens')
    .columns(['user_id', 'created_at'])
    .execute()
}
