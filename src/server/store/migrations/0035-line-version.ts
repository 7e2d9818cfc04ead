import { type Kysely, sql } from 'kysely'
import { executeFor } from '#server/store/engine/dialect.ts'
import type { Tables } from '#server/store/engine/schema.ts'
import { lineVersionTriggers } from '#server/store/rows/line-version.ts'

/** Version of the rows that processes cache for receiving and delivering; triggers change it with the rows. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await executeFor(db, {
    sqlite: [
      sql`create table line_version (version text not null)`,
      sql`insert into line_version (version) values ('')`,
      ...lineVersionTriggers,
    ],
    postgres: [],
  })
}
