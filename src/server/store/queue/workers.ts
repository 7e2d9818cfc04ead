/** The processes that share the deliveries of one PostgreSQL: who is alive, and who works for which bot. */
import { sql } from 'kysely'
import { databaseNow } from '#server/store/engine/dialect.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'

const fromNow = (ms: number) => sql<number>`${databaseNow} + ${Math.ceil(ms)}::bigint`

/** @param lease milliseconds that it counts as alive without renewing */
export const enlist = (db: Database, id: string, lease: number) =>
  db
    .insertInto('workers')
    .values({ id, alive_until: fromNow(lease) })
    .execute()

/** @returns the database's clock (milliseconds UTC); null when it counted as alive no longer */
export async function renew(db: Database, id: string, lease: number): Promise<number | null> {
  const row = await db
    .updateTable('workers')
    .set({ alive_until: fromNow(lease) })
    .where('id', '=', id)
    .returning(databaseNow.as('now'))
    .executeTakeFirst()
  return row?.now ?? null
}

/**
 * A worker is alive as long as its row stands. Those that are overdue lose it, except one that is
 * writing at this moment. None is waited for longer than a lease, also when the clock was set back;
 * none loses it by a clock that was set ahead since `id` was renewed, for that one is overdue then too.
 */
export async function buryOverdue(db: Database, id: string, lease: number): Promise<void> {
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

export async function livingWorkers(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('workers').select('id').orderBy('id').execute()
  return rows.map(row => row.id)
}

/** @returns whether the worker is alive, which it then stays until the transaction ends */
export async function isAlive(trx: Transacting, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('workers')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export const resign = (db: Database, id: string) =>
  db.deleteFrom('workers').where('id', '=', id).execute()

/** @returns those of the bots that nobody alive works for: from now on this worker does */
export function takeBots(db: Database, id: string, botIds: readonly string[]): Promise<string[]> {
  return transaction(db, async trx => {
    if (!(await isAlive(trx, id))) return []
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
    // Asked once the bots are held, for nobody can have taken them since.
    const living = new Set(await livingWorkers(trx))
    const free = bots
      .filter(({ worker }) => worker === null || worker === id || !living.has(worker))
      .map(({ bot_id }) => bot_id)
    if (free.length > 0)
      await trx.updateTable('bots').set({ worker: id }).where('bot_id', 'in', free).execute()
    return free
  })
}

/** Somebody else may work for them from now on. */
export const releaseBots = (db: Database, id: string, botIds: readonly string[]) =>
  db
    .updateTable('bots')
    .set({ worker: null })
    .where('bot_id', 'in', botIds)
    .where('worker', '=', id)
    .execute()
