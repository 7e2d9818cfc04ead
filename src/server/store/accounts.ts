import type { Database, Transacting } from './schema.ts'
import { transaction } from './transaction.ts'

export type NewAccount = { id: string; email: string; name: string; passwordHash: string }

/**
 * An account that signs in with its e-mail and a password.
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

export const listAccounts = (db: Database) =>
  db.selectFrom('user').select(['email', 'name', 'createdAt']).orderBy('email').execute()

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

export async function sessionIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('session').select('id').where('userId', '=', userId).execute()
  return rows.map(row => row.id)
}

export const deleteSessions = (db: Database, userId: string) =>
  db.deleteFrom('session').where('userId', '=', userId).execute()

export const insertSignInFailure = (db: Database, email: string, at: number) =>
  db.insertInto('sign_in_failures').values({ email, at }).execute()

export async function countSignInFailures(
  db: Database,
  email: string,
  since: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('sign_in_failures')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export const deleteSignInFailure = (db: Database, email: string, at: number) =>
  db.deleteFrom('sign_in_failures').where('email', '=', email).where('at', '=', at).execute()

export const deleteSignInFailuresOf = (db: Database, email: string) =>
  db.deleteFrom('sign_in_failures').where('email', '=', email).execute()

export const deleteSignInFailuresUntil = (db: Database, at: number) =>
  db.deleteFrom('sign_in_failures').where('at', '<=', at).execute()

/**
 * Removes an account with everything that is its own. First nothing can come in or go out any
 * more, then the long tables go in steps; one that was interrupted is finished by doing it again.
 */
export async function removeAccount(
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await transaction(db, async trx => {
    await deleteSessions(trx, id)
    await deleteOwned(trx, id, ['connections', 'deliveries'])
  })
  for (const table of LONG_TABLES) await deleteInSteps(db, table, id)
  await transaction(db, async trx => {
    await deleteOwned(trx, id, OWNED_TABLES)
    await deleteSignInFailuresOf(trx, email)
    // Sessions and the password go with it.
    await trx.deleteFrom('user').where('id', '=', id).execute()
  })
}

const CREDENTIAL = 'credential'
const STEP = 500
const LONG_TABLES = ['alerts', 'notifications', 'error_logs'] as const
const OWNED_TABLES = [
  ...LONG_TABLES,
  'connections',
  'deliveries',
  'lanes',
  'message_templates',
  'profiles',
] as const

async function deleteInSteps(
  db: Database,
  table: (typeof LONG_TABLES)[number],
  userId: string,
): Promise<void> {
  let deleted: bigint
  do {
    const { numDeletedRows } = await transaction(db, trx =>
      trx
        .deleteFrom(table)
        .where('id', 'in', eb =>
          eb.selectFrom(table).select('id').where('user_id', '=', userId).limit(STEP),
        )
        .executeTakeFirstOrThrow(),
    )
    deleted = numDeletedRows
  } while (deleted > 0n)
}

async function deleteOwned(
  trx: Transacting,
  userId: string,
  tables: readonly (typeof OWNED_TABLES)[number][],
): Promise<void> {
  for (const table of tables) await trx.deleteFrom(table).where('user_id', '=', userId).execute()
}

const isoTime = (ms: number): string => new Date(ms).toISOString()
