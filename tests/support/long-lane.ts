import { sql } from 'kysely'
import { databaseType, forDatabase } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'

/** As many in one statement as a busy machine takes in the time that a statement has. */
const AT_ONCE = 10_000

/**
 * Alerts that wait, one behind the other, each with what `lane`, `user` and `connection` say of its
 * number `n`, in SQL.
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
      // What is noted of each for counts and for the search is not what is looked at.
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

/** Of the connection `btc` of `ana`. */
export const LONG_LANE = 'ana:1:2'

/** So many in one lane, and half as many in those of others. */
export async function fillLongLane(db: Database, count = 200_000): Promise<void> {
  await fillQueue(db, count, { lane: `'${LONG_LANE}'`, user: "'ana'", connection: "'btc'" })
  const [user, connection] = ["'user ' || (n % 20000)", "'connection ' || n"]
  await fillQueue(db, count / 2, { lane: "'user ' || (n % 20000) || ':1:' || n", user, connection })
}
