import { hashPassword } from 'better-auth/crypto'
import { updatePassword } from '#server/store/accounts.ts'
import type { Database } from '#server/store/schema.ts'
import { deleteSessions } from '#server/store/sessions.ts'
import { deleteSignInFailuresOf } from '#server/store/sign-in-failures.ts'
import { transaction } from '#server/store/transaction.ts'

/** Gives an account another password, ends its sessions and forgets its failed sign-ins. */
export async function setPassword(
  db: Database,
  { id, email }: { id: string; email: string },
  password: string,
  now: number,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await transaction(db, async trx => {
    await updatePassword(trx, id, passwordHash, now)
    await deleteSessions(trx, id)
    await deleteSignInFailuresOf(trx, email)
  })
}
