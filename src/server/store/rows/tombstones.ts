/**
 * A tombstone cancels any number of deliveries by one row: every statement that sends checks for it, and
 * `sweeper.ts` settles or deletes the alerts afterwards.
 */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { rowsFromJson } from '#server/store/engine/dialect.ts'
import type { OwnerTransacting } from '#server/store/engine/owner.ts'
import type { Tables } from '#server/store/engine/schema.ts'

export type Tombstone = Selectable<Tables['tombstones']>

const ALL_CONNECTIONS = ''

/** Instant later than any clock: deletes the whole history. Milliseconds UTC. */
export const ALL_HISTORY = Number.MAX_SAFE_INTEGER

/** SQL condition: a row of `deliveries` is cancelled. */
export const hasTombstone: RawBuilder<boolean> = sql`exists (
  select 1 from tombstones
  where tombstones.user_id = deliveries.user_id
    and tombstones.connection_id in (${sql.lit(ALL_CONNECTIONS)}, deliveries.connection_id)
    and tombstones.last_seq >= deliveries.seq)`

/** Highest cancelled `deliveries.seq` of a connection; 0 without a tombstone. */
export const lastTombstone = (userId: string, connectionId: RawBuilder<unknown>) => sql<number>`(
  select coalesce(max(last_seq), 0) from tombstones
  where user_id = ${userId} and connection_id in (${sql.lit(ALL_CONNECTIONS)}, ${connectionId}))`

/**
 * Cancels all queued deliveries of the account. The sweeper deletes them, and the account's alerts, notifications and
 * error logs up to `until`.
 * @param until milliseconds UTC
 */
export const addHistoryTombstone = (
  { db, userId }: OwnerTransacting,
  until: number,
): Promise<Tombstone> =>
  db
    .insertInto('tombstones')
    .values({
      user_id: userId,
      connection_id: ALL_CONNECTIONS,
      last_seq: sql<number>`(${lastSeq})`,
      forgets_until: until,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Cancels every delivery queued so far for the given connections. */
export async function addTombstones(
  { db, userId }: OwnerTransacting,
  connectionIds: readonly string[],
  trouble: { code: string; reason: string },
): Promise<void> {
  const ids = JSON.stringify(connectionIds.map(id => ({ id })))
  // Not «exists», for which PostgreSQL would read every queued delivery of the account.
  const one = sql`select seq from deliveries
    where user_id = ${userId} and connection_id = given.id limit 1`
  await sql`
    insert into tombstones (user_id, connection_id, last_seq, error_code, error_reason)
    select ${userId}, given.id, (${lastSeq}), ${trouble.code}, ${trouble.reason}
    from ${rowsFromJson(db, ids, { id: 'text' })} as given
    where (${one}) is not null`.execute(db)
}

/** Cancels deliveries queued for connections, up to a given `seq` of each. */
export const addTombstonesUpTo = (
  { db, userId }: OwnerTransacting,
  lasts: readonly { id: string; last_seq: number }[],
  trouble: { code: string; reason: string },
) =>
  db
    .insertInto('tombstones')
    .columns(['user_id', 'connection_id', 'last_seq', 'error_code', 'error_reason'])
    .expression(eb =>
      eb
        .selectFrom(
          rowsFromJson<{ id: string; last_seq: number }>(db, JSON.stringify(lasts), {
            id: 'text',
            last_seq: 'bigint',
          }).as('given'),
        )
        .select(({ val }) => [
          val(userId).as('user_id'),
          'given.id',
          'given.last_seq',
          val(trouble.code).as('error_code'),
          val(trouble.reason).as('error_reason'),
        ]),
    )
    .execute()

/**
 * Highest `seq` of all deliveries. It covers every delivery of a removed connection, because the removal waits for
 * transactions that store its alerts.
 */
const lastSeq = sql`select coalesce(max(seq), 0) from deliveries`
