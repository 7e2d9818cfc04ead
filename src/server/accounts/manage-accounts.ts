import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { furnishAccount } from '#server/store/account/seed-account.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { transaction, transactionAlone } from '#server/store/engine/transaction.ts'
import { hasAccounts, insertAccount } from '#server/store/rows/accounts.ts'
import { forgetSetting } from '#server/store/rows/settings.ts'
import type { AccountDraft } from '#shared/model/account.ts'

/** Where the code for the first account is kept until there is one. */
export const REGISTRATION_CODE = 'registration-code'

export class EmailTakenError extends Error {
  override name = 'EmailTakenError'
}

export class AccountExistsError extends Error {
  override name = 'AccountExistsError'
}

/**
 * An account whole or not at all: its password, its profile and the ten default templates.
 * @throws EmailTakenError
 */
export async function createAccount(db: Database, draft: AccountDraft, now: number): Promise<void> {
  const account = await hashed(draft)
  await transaction(db, trx => writeAccount(trx, account, now))
}

/**
 * The same, as long as there is no account: of two at once, one wins.
 * @throws AccountExistsError
 */
export async function createFirstAccount(
  db: Database,
  draft: AccountDraft,
  now: number,
): Promise<void> {
  const account = await hashed(draft)
  await transactionAlone(db, 'the first account', async trx => {
    if (await hasAccounts(trx)) throw new AccountExistsError('there is an account already')
    await writeAccount(trx, account, now)
  })
}

type HashedDraft = Omit<AccountDraft, 'password'> & { passwordHash: string }

/** Slow on purpose, so never inside a transaction. */
const hashed = async ({ password, ...draft }: AccountDraft): Promise<HashedDraft> => ({
  ...draft,
  passwordHash: await hashPassword(password),
})

/**
 * All that an account begins with, its password hashed already.
 * @throws EmailTakenError
 */
export async function writeAccount(
  trx: Transacting,
  { email, name, passwordHash }: HashedDraft,
  now: number,
): Promise<void> {
  const account = {
    id: randomUUID(),
    email: email.toLowerCase(),
    name: name || email.slice(0, email.lastIndexOf('@')),
    passwordHash,
  }
  if (!(await insertAccount(trx, account, now)))
    throw new EmailTakenError('another account has this e-mail')
  await furnishAccount({ db: trx, userId: account.id }, now)
  await forgetSetting(trx, REGISTRATION_CODE)
}
