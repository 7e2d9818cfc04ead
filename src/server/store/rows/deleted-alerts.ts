/** Traces of deleted history, for the comparison with TradingView's log. */
import { sql } from 'kysely'
import { belongsTo } from '#server/store/engine/dialect.ts'
import type { OwnerTransacting } from '#server/store/engine/owner.ts'
import { MAX_DELETED_REMEMBERED } from '#shared/limits.ts'
import { exactKey, lateKeys } from '#shared/reconciliation/body-keys.ts'

/**
 * Stores traces of alerts that are about to be deleted: instants and digests to compare a log with, no content.
 * Deletes the account's oldest traces beyond `MAX_DELETED_REMEMBERED`.
 */
export async function rememberDeleted(
  own: OwnerTransacting,
  ids: readonly string[],
): Promise<void> {
  const { db, userId: user_id } = own
  const alerts = await db
    .selectFrom('alerts')
    .select(['id', 'received_at', 'name', 'reading', 'payload', 'raw_body'])
    .where(belongsTo(db, 'user_id', user_id))
    .where('id', 'in', ids)
    .execute()
  if (alerts.length === 0) return
  const rows = alerts.map(({ id, received_at, name, ...body }) => ({
    id,
    user_id,
    received_at,
    exact: exactKey(body),
    ...lateKeys(body, name),
  }))
  await db
    .insertInto('deleted_alerts')
    .values(rows)
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
  await db
    .deleteFrom('deleted_alerts')
    .where('user_id', '=', user_id)
    .where('received_at', '<', ({ selectFrom }) =>
      selectFrom('deleted_alerts')
        .select('received_at')
        .where('user_id', '=', user_id)
        .orderBy('received_at', 'desc')
        .limit(1)
        .offset(MAX_DELETED_REMEMBERED - 1),
    )
    .execute()
}

/** Marks history before `keptSince` (milliseconds UTC) as not kept and deletes its traces. Never moves back. */
export async function raiseHistoryFloor(own: OwnerTransacting, keptSince: number): Promise<void> {
  const { db, userId: user_id } = own
  await db
    .insertInto('history_floors')
    .values({ user_id, kept_since: keptSince })
    .onConflict(conflict =>
      conflict
        .column('user_id')
        .doUpdateSet({ kept_since: keptSince })
        .where('history_floors.kept_since', '<', keptSince),
    )
    .execute()
  await db
    .deleteFrom('deleted_alerts')
    .where('user_id', '=', user_id)
    .where('received_at', '<', sql<number>`${keptSince}`)
    .execute()
}

/** Marks history up to the newest of these alerts, which are about to be deleted, as not kept. */
export async function raiseHistoryFloorBeyond(
  own: OwnerTransacting,
  ids: readonly string[],
): Promise<void> {
  const { db, userId: user_id } = own
  const { newest } = await db
    .selectFrom('alerts')
    .select(({ fn }) => fn.max('received_at').as('newest'))
    .where(belongsTo(db, 'user_id', user_id))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  if (newest !== null) await raiseHistoryFloor(own, Number(newest) + 1)
}
