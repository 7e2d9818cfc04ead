import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'

/** Oldest first. Milliseconds UTC. */
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

/** Passkey of a credential, with its account. */
export const findPasskey = (db: Database, credentialId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'userId'])
    .where('credentialID', '=', credentialId)
    .executeTakeFirst()

/**
 * Records a use of a passkey.
 * @param counter signatures made so far; 0 if the authenticator does not count them
 * @returns false if the passkey is gone, or this signature or a later one is already recorded
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

/** Keeps the account's `count` oldest passkeys and deletes the newer ones. */
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

/** @returns a row with its name; undefined if it did not exist */
export const deletePasskey = ({ db, userId }: Owner, id: string) =>
  db
    .deleteFrom('passkey')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()

/** @returns number of deleted passkeys */
export async function deletePasskeys({ db, userId }: Owner): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
