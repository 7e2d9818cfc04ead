import { type RawBuilder, sql } from 'kysely'
import { forDatabase, type PerDatabase } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'

/** From now on no lane can begin a message: only what is stored as begun is sent. */
export const refuseBegins = (db: Database) =>
  run(db, {
    sqlite: [
      sql`create trigger no_begin before update of message_text on alerts
        begin select raise(abort, 'no'); end`,
    ],
    postgres: [
      sql`create or replace function no_begin() returns trigger language plpgsql
        as $$ begin raise exception 'no'; end $$`,
      sql`create trigger no_begin before update of message_text on alerts
        for each row execute function no_begin()`,
    ],
  })

export const allowBegins = (db: Database) =>
  run(db, {
    sqlite: [sql`drop trigger no_begin`],
    postgres: [sql`drop trigger no_begin on alerts`],
  })

async function run(db: Database, statements: PerDatabase<RawBuilder<unknown>[]>): Promise<void> {
  for (const statement of forDatabase(db, statements)) await statement.execute(db)
}
