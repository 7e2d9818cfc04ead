import { hashPassword } from 'better-auth/crypto'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { updatePassword } from '#server/store/rows/accounts.ts'
import { deleteSessions } from '#server/store/rows/sessions.ts'
import { deleteSignInFailuresOf } from '#server/store/rows/sign-in-failures.ts'

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
