import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Buttons and pictures of templates and messages, and entities that older versions do not know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  for (const column of ['buttons', 'picture'])
    await db.schema.alterTable('message_templates').addColumn(column, text).execute()
  for (const column of ['message_times', 'message_buttons', 'message_picture'])
    await db.schema.alterTable('alerts').addColumn(column, text).execute()
}
