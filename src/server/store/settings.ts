import type { Database, Transacting } from './schema.ts'

/** A fact of the whole installation; the first one to write it has said it. */
export async function settingOrFirst(db: Database, name: string, first: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value: first })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}

export const forgetSetting = (trx: Transacting, name: string) =>
  trx.deleteFrom('settings').where('name', '=', name).execute()
