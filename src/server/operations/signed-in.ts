import { implement, ORPCError } from '@orpc/server'
import type { SignedIn } from '#server/accounts/auth.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { contract } from '#shared/contract/contract.ts'

/** What every call knows of its request. */
export type CallContext = {
  db: Database
  /** For what may take long. */
  reader: Database
  /** Who asks; null without a valid session. */
  signedIn: () => Promise<SignedIn | null>
}

/** Calls that anybody may make. */
export const open = implement(contract).$context<CallContext>()

/**
 * Calls of a signed-in user: what they read and write is confined to `owner`. `reading` is the same
 * account for reads that may take long, which no webhook may have to wait for.
 */
export const mine = open.use(async ({ context, next }) => {
  const who = await context.signedIn()
  if (!who) throw new ORPCError('UNAUTHORIZED', { message: 'User not authenticated' })
  const owner: Owner = { db: context.db, userId: who.userId }
  const reading: Owner = { db: context.reader, userId: who.userId }
  return next({ context: { who, owner, reading } })
})
