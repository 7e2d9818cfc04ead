import type { Owner } from '#server/store/engine/owner.ts'

/** The account's own layout as JSON; undefined while it has the default one. */
export async function readDashboard(owner: Owner): Promise<string | undefined> {
  const row = await owner.db
    .selectFrom('dashboards')
    .select('widgets')
    .where('user_id', '=', owner.userId)
    .executeTakeFirst()
  return row?.widgets
}

export const writeDashboard = (owner: Owner, widgets: string) =>
  owner.db
    .insertInto('dashboards')
    .values({ user_id: owner.userId, widgets })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ widgets }))
    .execute()

export const deleteDashboard = (owner: Owner) =>
  owner.db.deleteFrom('dashboards').where('user_id', '=', owner.userId).execute()
