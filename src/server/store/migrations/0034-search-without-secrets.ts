import type { Kysely } from 'kysely'
import { executeFor } from '#server/store/engine/dialect.ts'
import type { Tables } from '#server/store/engine/schema.ts'
import { noteExistingAlerts } from '#server/store/history/search-triggers.ts'

/**
 * Has the search read all alerts again, now without their secrets. SQLite's file is rebuilt because its form
 * changed.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await executeFor(db, { sqlite: [], postgres: [noteExistingAlerts] })
}
