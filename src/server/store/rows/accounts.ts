import type { Database, Transacting } from '#server/store/engine/schema.ts'

export type NewAccount = { id: string; email: string; name: string; passwordHash: string }

/**
 * Creates an account that signs in with e-mail and password.
 * @param email in lower case, as the authentication library looks it up
 * @returns whether the e-mail was still free
 */
export async function insertAccount(
  trx: Transacting,
  { id, email, name, passwordHash }: NewAccount,
  now: number,
): Promise<boolean> {
  const times = { createdAt: isoTime(now), updatedAt: isoTime(now) }
  const result = await trx
    .insertInto('user')
    .values({ id, email, name, emailVerified: true, ...times })
    .onConflict(conflict => conflict.column('email').doNothing())
    .executeTakeFirst()
  if (result.numInsertedOrUpdatedRows === 0n) return false
  await trx
    .insertInto('account')
    .values({
      id,
      accountId: id,
      providerId: CREDENTIAL,
      userId: id,
      password: passwordHash,
      ...times,
    })
    .execute()
  return true
}

export async function hasAccounts(db: Database): Promise<boolean> {
  const row = await db.selectFrom('user').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

export async function listAccounts(db: Database) {
  const rows = await db
    .selectFrom('user')
    .select(['id', 'email', 'name', 'createdAt'])
    .orderBy('email')
    .execute()
  return rows.map(({ createdAt, ...account }) => ({
    ...account,
    createdAt: new Date(createdAt).toISOString(),
  }))
}

/** @param email in lower case */
export const findAccount = (db: Database, email: string) =>
  db.selectFrom('user').select(['id', 'email']).where('email', '=', email).executeTakeFirst()

export const updatePassword = (
  trx: Transacting,
  userId: string,
  passwordHash: string,
  now: number,
) =>
  trx
    .updateTable('account')
    .set({ password: passwordHash, updatedAt: isoTime(now) })
    .where('userId', '=', userId)
    .where('providerId', '=', CREDENTIAL)
    .execute()

/** @param email in lower case @returns undefined if no account has this e-mail and a password */
export async function findPasswordHash(db: Database, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select('account.password')
    .where('user.email', '=', email)
    .where('account.providerId', '=', CREDENTIAL)
    .executeTakeFirst()
  return row?.password ?? undefined
}

/** Replaces the password hash `hash` by `other`. @returns false if `hash` is no longer stored */
export async function replacePasswordHash(
  db: Database,
  hash: string,
  other: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ password: other })
    .where('password', '=', hash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const CREDENTIAL = 'credential'

const isoTime = (ms: number): string => new Date(ms).toISOString()
