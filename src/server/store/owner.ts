import type { Database, Transacting } from './schema.ts'
import { transaction } from './transaction.ts'

/**
 * The account a signed-in user's statements are confined to. Every verb that serves a signed-in
 * user takes one, and there is none without an account.
 */
export type Owner = { readonly db: Database; readonly userId: string }

export type OwnerTransacting = { readonly db: Transacting; readonly userId: string }

export const ownerTransaction = <T>(
  owner: Owner,
  work: (own: OwnerTransacting) => Promise<T>,
): Promise<T> => transaction(owner.db, trx => work({ db: trx, userId: owner.userId }))
