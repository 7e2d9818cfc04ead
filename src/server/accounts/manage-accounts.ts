import { randomUUID } from 'node:crypto'
import { seedAccount } from '#server/store/account/account.ts'
import { ownerTransaction } from '#server/store/engine/owner.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { lockedTransaction, transaction } from '#server/store/engine/transaction.ts'
import { recordAccountEvent } from '#server/store/rows/account-events.ts'
import {
  findAccount,
  hasAccounts,
  insertAccount,
  updatePassword,
} from '#server/store/rows/accounts.ts'
import { deletePasskeys } from '#server/store/rows/passkeys.ts'
import { deleteSecondFactor } from '#server/store/rows/second-factors.ts'
import { deleteSessions } from '#server/store/rows/sessions.ts'
import { deleteSetting } from '#server/store/rows/settings.ts'
import { deleteSignInFailuresOf } from '#server/store/rows/sign-in-failures.ts'
import type { AccountDraft } from '#shared/model/account.ts'
import { hashPassword } from './passwords/password-hash.ts'

/** Setting that holds the code for the first account until an account exists. */
export const REGISTRATION_CODE = 'registration-code'

export class EmailTakenError extends Error {
  override name = 'EmailTakenError'
}

export class AccountExistsError extends Error {
  override name = 'AccountExistsError'
}

export class AccountNotFoundError extends Error {
  override name = 'AccountNotFoundError'
}

/**
 * Creates an account with its password, its profile and the ten default templates, in one transaction.
 * @returns its id
 * @throws EmailTakenError
 */
export async function createAccount(
  db: Database,
  draft: AccountDraft,
  now: number,
): Promise<string> {
  const account = await hashed(draft)
  return transaction(db, trx => writeAccount(trx, account, now))
}

/**
 * Creates an account only while no account exists; of two concurrent calls, one succeeds.
 * @throws AccountExistsError
 */
export async function createFirstAccount(
  db: Database,
  draft: AccountDraft,
  now: number,
): Promise<void> {
  const account = await hashed(draft)
  await lockedTransaction(db, 'the first account', async trx => {
    if (await hasAccounts(trx)) throw new AccountExistsError('there is an account already')
    await writeAccount(trx, account, now)
  })
}

type HashedDraft = Omit<AccountDraft, 'password'> & { passwordHash: string }

/** Hashes the password, which is slow on purpose: never call it inside a transaction. */
const hashed = async ({ password, ...draft }: AccountDraft): Promise<HashedDraft> => ({
  ...draft,
  passwordHash: await hashPassword(password),
})

/**
 * Writes all rows of a new account, whose password is already hashed.
 * @returns its id
 * @throws EmailTakenError
 */
export async function writeAccount(
  trx: Transacting,
  { email, name, passwordHash, timeZone }: HashedDraft,
  now: number,
): Promise<string> {
  const account = {
    id: randomUUID(),
    email: email.toLowerCase(),
    name: name || email.slice(0, email.lastIndexOf('@')),
    passwordHash,
  }
  if (!(await insertAccount(trx, account, now)))
    throw new EmailTakenError('another account has this e-mail')
  await seedAccount({ db: trx, userId: account.id }, now, timeZone)
  await deleteSetting(trx, REGISTRATION_CODE)
  return account.id
}

/** @throws AccountNotFoundError */
export async function accountByEmail(
  db: Database,
  email: string,
): Promise<{ id: string; email: string }> {
  const account = await findAccount(db, email.trim().toLowerCase())
  if (!account) throw new AccountNotFoundError(`no account has the e-mail ${email}`)
  return account
}

/**
 * Sets an account's password and removes its second factor and passkeys, so that the password is enough to
 * sign in. Ends its sessions and clears its count of failed sign-ins.
 */
export async function setPassword(
  db: Database,
  { id, email }: { id: string; email: string },
  password: string,
  now: number,
): Promise<{ hadSecondFactor: boolean; passkeys: number }> {
  const passwordHash = await hashPassword(password)
  const taken = await ownerTransaction({ db, userId: id }, async ({ db: trx }) => {
    await updatePassword(trx, id, passwordHash, now)
    await deleteSessions(trx, id)
    await recordAccountEvent(trx, { userId: id, kind: 'password-set' }, now)
    for (const who of [email, id]) await deleteSignInFailuresOf(trx, who)
    const hadSecondFactor = await deleteSecondFactor(trx, id)
    return { hadSecondFactor, passkeys: await deletePasskeys({ db: trx, userId: id }) }
  })
  // Also end sessions begun meanwhile with the old password.
  await deleteSessions(db, id)
  return taken
}
