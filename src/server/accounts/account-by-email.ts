import type { Database } from '#server/store/engine/schema.ts'
import { findAccount } from '#server/store/rows/accounts.ts'

export class AccountNotFoundError extends Error {
  override name = 'AccountNotFoundError'
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
