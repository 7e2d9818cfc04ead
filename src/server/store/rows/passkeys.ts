import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'

/** The oldest first. Milliseconds UTC. */
export async function listPasskeys({ db, userId }: Owner) {
  const rows = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt).getTime(),
  }))
}

/** Whose passkey a credential is. */
export const findPasskey = (db: Database, credentialId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'userId'])
    .where('credentialID', '=', credentialId)
    .executeTakeFirst()

/**
 * Notes that a passkey was used.
 * @param counter of the signatures that it has made; 0 from one that does not count
 * @returns false when it is gone, or has made this signature or a later one already
 */
export async function notePasskeyUse(
  db: Database,
  id: string,
  counter: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', id)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Those that are too many go, the newest first. */
export const keepOldestPasskeys = ({ db, userId }: Owner, count: number) =>
  db
    .deleteFrom('passkey')
    .where('userId', '=', userId)
    .where('id', 'not in', oldest =>
      oldest
        .selectFrom('passkey')
        .select('id')
        .where('userId', '=', userId)
        .orderBy('createdAt')
        .orderBy('id')
        .limit(count),
    )
    .execute()

/** @returns whether it was there */
export async function renamePasskey(
  { db, userId }: Owner,
  id: string,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ name })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns its name; undefined: it was not there */
export const deletePasskey = ({ db, userId }: Owner, id: string) =>
  db
    .deleteFrom('passkey')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()

/** @returns how many there were */
export async function deletePasskeys({ db, userId }: Owner): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
