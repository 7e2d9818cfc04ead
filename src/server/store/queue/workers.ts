/** Worker registry: the processes that share the deliveries of one PostgreSQL, their leases and bots. */
import { sql } from 'kysely'
import { databaseNow } from '#server/store/engine/dialect.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'

const fromNow = (ms: number) => sql<number>`${databaseNow} + ${Math.ceil(ms)}::bigint`

/** @param lease milliseconds until it expires, unless it is renewed */
export const registerWorker = (db: Database, id: string, lease: number) =>
  db
    .insertInto('workers')
    .values({ id, alive_until: fromNow(lease) })
    .execute()

/**
 * Renews a lease, as a heartbeat.
 * @returns the database's clock (milliseconds UTC); null when the lease had expired
 */
export async function renewLease(db: Database, id: string, lease: number): Promise<number | null> {
  const row = await db
    .updateTable('workers')
    .set({ alive_until: fromNow(lease) })
    .where('id', '=', id)
    .returning(databaseNow.as('now'))
    .executeTakeFirst()
  return row?.now ?? null
}

/**
 * Deletes the rows of overdue workers: a worker holds its lease as long as its row exists. The row of a worker
 * that is writing at this moment is kept. Leases that end too late, because the clock was set back, are
 * shortened. If the clock was set ahead since `id` was renewed, no lease expires: by that clock `id` is overdue
 * as well.
 */
export async function expireLeases(db: Database, id: string, lease: number): Promise<void> {
  await db
    .updateTable('workers')
    .set({ alive_until: fromNow(lease) })
    .where('alive_until', '>', fromNow(lease))
    .execute()
  await db
    .deleteFrom('workers')
    .where('id', 'in', eb =>
      eb
        .selectFrom('workers')
        .select('id')
        .where('alive_until', '<', databaseNow)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('workers as own')
              .select('own.id')
              .where('own.id', '=', id)
              .where('own.alive_until', '>', databaseNow),
          ),
        )
        .forUpdate('workers')
        .skipLocked(),
    )
    .execute()
}

export async function listWorkers(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('workers').select('id').orderBy('id').execute()
  return rows.map(row => row.id)
}

/** @returns whether the worker holds its lease, which it then keeps until the transaction ends */
export async function holdsLease(trx: Transacting, id: string): Promise<boolean> {
  const [row] = await lockLease(trx, id)
  return row !== undefined
}

const lockLease = prepared((db, id: string) =>
  db.selectFrom('workers').select('id').where('id', '=', id).forKeyShare(),
)

export const deregisterWorker = (db: Database, id: string) =>
  db.deleteFrom('workers').where('id', '=', id).execute()

/** @returns the bots that no other worker holds: from now on this worker holds them */
export function claimBots(db: Database, id: string, botIds: readonly string[]): Promise<string[]> {
  return transaction(db, async trx => {
    if (!(await holdsLease(trx, id))) return []
    await trx
      .insertInto('bots')
      .values(botIds.map(bot_id => ({ bot_id, waits_until: 0, wait: 0 })))
      .onConflict(conflict => conflict.column('bot_id').doNothing())
      .execute()
    const bots = await trx
      .selectFrom('bots')
      .select(['bot_id', 'worker'])
      .where('bot_id', 'in', botIds)
      .orderBy('bot_id')
      .forUpdate()
      .skipLocked()
      .execute()
    // Read once the bots are locked: no other worker can claim them any more.
    const workers = new Set(await listWorkers(trx))
    const free = bots
      .filter(({ worker }) => worker === null || worker === id || !workers.has(worker))
      .map(({ bot_id }) => bot_id)
    if (free.length > 0)
      await trx.updateTable('bots').set({ worker: id }).where('bot_id', 'in', free).execute()
    return free
  })
}

/** Releases bots, so that another worker may claim them. */
export const releaseBots = (db: Database, id: string, botIds: readonly string[]) =>
  db
    .updateTable('bots')
    .set({ worker: null })
    .where('bot_id', 'in', botIds)
    .where('worker', '=', id)
    .execute()
