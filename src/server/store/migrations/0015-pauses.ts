import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Chats that their owner has paused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema
    .createTable('pauses')
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('lane', text, column => column.notNull())
    .addColumn('since', 'bigint', column => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addPrimaryKeyConstraint('pauses_by_lane', ['user_id', 'lane'])
    .execute()
  await db.schema.createIndex('pauses_by_end').on('pauses').column('ended_at').execute()
}
