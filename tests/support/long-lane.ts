import { sql } from 'kysely'
import { databaseType, forDatabase } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'

/** Alerts per statement, as many as a busy machine inserts within the statement timeout. */
const AT_ONCE = 10_000

/**
 * Inserts waiting alerts one behind the other; `lane`, `user` and `connection` are SQL expressions
 * over its number `n`.
 */
export async function fillQueue(
  db: Database,
  count: number,
  { lane, user, connection }: Record<'lane' | 'user' | 'connection', string>,
): Promise<void> {
  const of = { user: sql.raw(user), connection: sql.raw(connection), lane: sql.raw(lane) }
  const id = sql`${of.lane} || ':' || n`
  for (let first = 1; first <= count; first += AT_ONCE) {
    const numbers = numbersFrom(db, first, Math.min(count, first + AT_ONCE - 1))
    await db.transaction().execute(async trx => {
      // Skip the triggers for counts and search, which these tests don't look at.
      if (databaseType(trx) === 'postgres')
        await sql`set local session_replication_role = replica`.execute(trx)
      await sql`
        insert into alerts (id, user_id, connection_id, connection_name, name, summary,
          received_at, reading, payload, status, attempts, uncertain, missing, message_ids)
        select ${id}, ${of.user}, ${of.connection}, '', '', '', n, 'json', '{}', 'pending', 0, 0,
          '[]', '[]' from ${numbers}`.execute(trx)
      await sql`
        insert into deliveries (alert_id, user_id, connection_id, lane, attempts, due_at, due_wait,
          in_flight, link_preview, sent_ids)
        select ${id}, ${of.user}, ${of.connection}, ${of.lane}, 0, 0, 0, 0, 1, '[]'
        from ${numbers}`.execute(trx)
    })
  }
}

const numbersFrom = (db: Database, first: number, last: number) =>
  forDatabase(db, {
    sqlite: sql`(with recursive numbers(n) as
      (select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(last)})
      select n from numbers)`,
    postgres: sql`generate_series(${first}::int, ${last}::int) as numbers(n)`,
  })

/** Lane of the connection `btc` of `ana`. */
export const LONG_LANE = 'ana:1:2'

/** Fills one lane with `count` alerts, and lanes of other users with half as many in all. */
export async function fillLongLane(db: Database, count = 200_000): Promise<void> {
  await fillQueue(db, count, { lane: `'${LONG_LANE}'`, user: "'ana'", connection: "'btc'" })
  const [user, connection] = ["'user ' || (n % 20000)", "'connection ' || n"]
  await fillQueue(db, count / 2, { lane: "'user ' || (n % 20000) || ':1:' || n", user, connection })
}
