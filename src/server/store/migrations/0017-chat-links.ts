import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Links by which a chat is connected, and the chats that bots were seen in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema
    .createTable('chat_links')
    .addColumn('code_hash', text, column => column.primaryKey())
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('bot_id', text, column => column.notNull())
    .addColumn('bot', text, column => column.notNull())
    .addColumn('token', text, column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('until', 'bigint', column => column.notNull())
    .addColumn('listens', 'integer', column => column.notNull())
    .addColumn('progress', text, column => column.notNull())
    .addColumn('version', 'integer', column => column.notNull())
    .addColumn('listened_at', 'bigint')
    .addColumn('listening_trouble', text)
    .execute()
  await db.schema
    .createIndex('chat_links_by_user')
    .on('chat_links')
    .columns(['user_id', 'created_at'])
    .execute()
  await db.schema.createIndex('chat_links_by_end').on('chat_links').column('until').execute()
  await db.schema
    .createTable('seen_chats')
    .addColumn('bot_id', text, column => column.notNull())
    .addColumn('chat_id', text, column => column.notNull())
    .addColumn('chat', text, column => column.notNull())
    .addColumn('seen_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('seen_chats_of_bot', ['bot_id', 'chat_id'])
    .execute()
  await db.schema.createIndex('seen_chats_by_time').on('seen_chats').column('seen_at').execute()
}
