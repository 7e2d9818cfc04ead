import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { rowsFromJson } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'

const ROWS_AT_ONCE = 2_000

export type PastFiring = { name: string; at: number }

/** Inserts delivered alerts of a connection, received at given instants. */
export async function insertFirings(
  db: Database,
  connectionId: string,
  firings: readonly PastFiring[],
): Promise<void> {
  const { user_id, name: connection_name } = await db
    .selectFrom('connections')
    .select(['user_id', 'name'])
    .where('id', '=', connectionId)
    .executeTakeFirstOrThrow()
  for (let from = 0; from < firings.length; from += ROWS_AT_ONCE) {
    const rows = firings
      .slice(from, from + ROWS_AT_ONCE)
      .map(({ name, at }) => ({ id: idOf(at), name, at }))
    await sql`
      insert into alerts (id, user_id, connection_id, connection_name, name, summary, received_at,
        reading, payload, status, attempts, uncertain, missing, message_ids, delivered_at)
      select id, ${user_id}, ${connectionId}, ${connection_name}, name, '', at,
        'json', '{}', 'success', 1, 0, '[]', '[]', at + 200
      from ${rowsFromJson<{ id: string; name: string; at: number }>(db, JSON.stringify(rows), {
        id: 'text',
        name: 'text',
        at: 'bigint',
      })} as given`.execute(db)
  }
}

/** An id as it could have been generated then. */
function idOf(at: number): string {
  const time = at.toString(16).padStart(12, '0')
  const random = randomBytes(8).toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8${random.slice(0, 3)}-${random.slice(4)}`
}

const HOUR_MS = 3_600_000

/** One firing an hour for a number of days, up to an instant. */
export const hourly = (name: string, days: number, until: number): PastFiring[] =>
  Array.from({ length: days * 24 }, (_, nth) => ({
    name,
    at: until - (days * 24 - 1 - nth) * HOUR_MS,
  }))
