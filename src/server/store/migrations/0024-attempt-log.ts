import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Log of attempts without success; older versions do not write it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema.alterTable('alerts').addColumn('attempt_log', text).execute()
}
