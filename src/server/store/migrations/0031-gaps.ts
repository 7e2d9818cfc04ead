import { type Kysely, sql } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Each template's choice for placeholders without a value, and an index of delivered alerts that lacked a value. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema.alterTable('message_templates').addColumn('when_missing', text).execute()
  await db.schema
    .createIndex('alerts_with_gaps')
    .on('alerts')
    .columns(['user_id', 'received_at', 'connection_id'])
    .where(sql<boolean>`missing <> '[]' and misfit is null and status = 'success'`)
    .execute()
}
