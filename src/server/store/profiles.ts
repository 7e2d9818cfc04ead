import type { Owner } from './owner.ts'

export const insertProfile = (owner: Owner) =>
  owner.db
    .insertInto('profiles')
    .values({ user_id: owner.userId, initial_setup_complete: 0 })
    .execute()

export async function isSetUp(owner: Owner): Promise<boolean> {
  const row = await owner.db
    .selectFrom('profiles')
    .select('initial_setup_complete')
    .where('user_id', '=', owner.userId)
    .executeTakeFirst()
  return row?.initial_setup_complete === 1
}

export const completeSetUp = (owner: Owner) =>
  owner.db
    .updateTable('profiles')
    .set({ initial_setup_complete: 1 })
    .where('user_id', '=', owner.userId)
    .execute()
