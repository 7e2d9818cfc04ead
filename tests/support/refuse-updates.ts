import { sql } from 'kysely'
import { executeFor } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'

type Updates = { trigger: string; table: string; column: string; when: string }

const begins: Updates = {
  trigger: 'no_begin',
  table: 'alerts',
  column: 'message_text',
  when: 'true',
}
const outcomes: Updates = {
  trigger: 'no_outcome',
  table: 'watch_alarms',
  column: 'status',
  when: "new.status = 'sent'",
}

/** From now on no lane can begin a message: only alerts stored as begun are sent. */
export const refuseBegins = (db: Database) => refuse(db, begins)
export const allowBegins = (db: Database) => allow(db, begins)

/** From now on no process can record that an alarm was sent. */
export const refuseOutcomes = (db: Database) => refuse(db, outcomes)
export const allowOutcomes = (db: Database) => allow(db, outcomes)

function refuse(db: Database, { trigger, table, column, when }: Updates): Promise<void> {
  const before = `create trigger ${trigger} before update of ${column} on ${table}`
  return executeFor(db, {
    sqlite: [sql.raw(`${before} when ${when} begin select raise(abort, 'no'); end`)],
    postgres: [
      sql.raw(`create or replace function ${trigger}() returns trigger language plpgsql
        as $$ begin raise exception 'no'; end $$`),
      sql.raw(`${before} for each row when (${when}) execute function ${trigger}()`),
    ],
  })
}

const allow = (db: Database, { trigger, table }: Updates): Promise<void> =>
  executeFor(db, {
    sqlite: [sql.raw(`drop trigger ${trigger}`)],
    postgres: [sql.raw(`drop trigger ${trigger} on ${table}`)],
  })
