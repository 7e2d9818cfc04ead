/**
 * A tombstone cancels deliveries, however many: from then on every statement that sends asks for it,
 * and `sweeper.ts` brings the alerts into line with it.
 */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { rowsFromJson } from '#server/store/engine/dialect.ts'
import type { OwnerTransacting } from '#server/store/engine/owner.ts'
import type { Tables } from '#server/store/engine/schema.ts'

export type Tombstone = Selectable<Tables['tombstones']>

const ALL_CONNECTIONS = ''

/** An instant behind every clock: the whole history goes. Milliseconds UTC. */
export const ALL_HISTORY = Number.MAX_SAFE_INTEGER

/** Whether a row of `deliveries` is cancelled. */
export const hasTombstone: RawBuilder<boolean> = sql`exists (
  select 1 from tombstones
  where tombstones.user_id = deliveries.user_id
    and tombstones.connection_id in (${sql.lit(ALL_CONNECTIONS)}, deliveries.connection_id)
    and tombstones.last_seq >= deliveries.seq)`

/** The last row of `deliveries` of a connection that is cancelled; 0 when none is. */
export const lastTombstone = (userId: string, connectionId: RawBuilder<unknown>) => sql<number>`(
  select coalesce(max(last_seq), 0) from tombstones
  where user_id = ${userId} and connection_id in (${sql.lit(ALL_CONNECTIONS)}, ${connectionId}))`

/** Cancels and deletes all that the account has received so far. @param until milliseconds UTC */
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

/** Cancels what is queued for connections by now. */
export async function addTombstones(
  { db, userId }: OwnerTransacting,
  connectionIds: readonly string[],
  trouble: { code: string; reason: string },
): Promise<void> {
  const ids = JSON.stringify(connectionIds.map(id => ({ id })))
  // Not by «exists», for which PostgreSQL would read all that waits for the account.
  const one = sql`select seq from deliveries
    where user_id = ${userId} and connection_id = given.id limit 1`
  await sql`
    insert into tombstones (user_id, connection_id, last_seq, error_code, error_reason)
    select ${userId}, given.id, (${lastSeq}), ${trouble.code}, ${trouble.reason}
    from ${rowsFromJson(db, ids, { id: 'text' })} as given
    where (${one}) is not null`.execute(db)
}

/** Cancels what is queued for connections up to a certain delivery of each. */
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
 * No queued delivery lies behind it: a connection is removed after those that were writing to it.
 */
const lastSeq = sql`select coalesce(max(seq), 0) from deliveries`
