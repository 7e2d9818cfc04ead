import { type Kysely, sql } from 'kysely'
import { executeFor } from '#server/store/engine/dialect.ts'
import { searchTriggers } from '#server/store/history/search-triggers.ts'

/** An alert is noted for the search once, when it has its outcome. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const triggers = ['alerts_noted_in', 'alerts_noted_out', 'alerts_noted_anew']
  await executeFor(db, {
    sqlite: triggers.map(name => sql`drop trigger ${sql.ref(name)}`),
    postgres: [
      ...triggers.map(name => sql`drop trigger ${sql.ref(name)} on alerts`),
      sql`drop function note_alerts()`,
    ],
  })
  await executeFor(db, searchTriggers)
}
