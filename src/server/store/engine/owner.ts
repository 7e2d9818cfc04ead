import type { Database, Transacting } from './schema.ts'
import { lockedTransaction } from './transaction.ts'

/**
 * The account a signed-in user's statements are confined to. Every verb that serves a signed-in
 * user takes one, and there is none without an account.
 */
export type Owner = { readonly db: Database; readonly userId: string }

export type OwnerTransacting = { readonly db: Transacting; readonly userId: string }

/** An account's own transactions happen one after the other. */
export const ownerTransaction = <T>(
  { db, userId }: Owner,
  work: (own: OwnerTransacting) => Promise<T>,
): Promise<T> => lockedTransaction(db, `account ${userId}`, trx => work({ db: trx, userId }))
