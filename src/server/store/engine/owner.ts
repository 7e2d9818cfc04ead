import type { Database, Transacting } from './schema.ts'
import { lockedTransaction } from './transaction.ts'

/**
 * Account to which the statements of a signed-in user are confined. Every function that serves a signed-in user
 * takes an owner, which always has an account.
 */
export type Owner = { readonly db: Database; readonly userId: string }

export type OwnerTransacting = { readonly db: Transacting; readonly userId: string }

/** Runs a transaction of the account; those of one account run one after the other. */
export const ownerTransaction = <T>(
  { db, userId }: Owner,
  work: (own: OwnerTransacting) => Promise<T>,
): Promise<T> => lockedTransaction(db, `account ${userId}`, trx => work({ db: trx, userId }))
