import { belongsTo } from '#server/store/engine/dialect.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import { listed } from './find-alerts.ts'

/** In the order of the ids; those that are gone are left out. */
export async function readListed({ db, userId }: Owner, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('alerts')
    .select(listed)
    .where(belongsTo(db, 'user_id', userId))
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
