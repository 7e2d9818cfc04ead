import type { Database } from '#server/store/engine/schema.ts'

/** Reads a setting of the installation; writes `first` if it is unset. Of concurrent writers the first wins. */
export async function readOrInitSetting(
  db: Database,
  name: string,
  first: string,
): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value: first })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const value = await readSetting(db, name)
  if (value === undefined) throw new Error(`the setting ${name} is gone`)
  return value
}

export async function readSetting(db: Database, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

export const writeSetting = (db: Database, name: string, value: string) =>
  db
    .insertInto('settings')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()

export const deleteSetting = (db: Database, name: string) =>
  db.deleteFrom('settings').where('name', '=', name).execute()
