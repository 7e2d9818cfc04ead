import { sql } from 'kysely'
import type { Database, Transacting } from '#server/store/engine/schema.ts'

export type SecondFactor = {
  /** Encrypted. */
  secret: string
  /** Milliseconds UTC. */
  since: number
}

/** The second factor with the account's password hash; undefined without a second factor or a password. */
export const findSecondFactor = (db: Database, userId: string) =>
  db
    .selectFrom('second_factors')
    .innerJoin('account', 'account.userId', 'second_factors.user_id')
    .select(['second_factors.secret', 'second_factors.since', 'account.password as passwordHash'])
    .where('second_factors.user_id', '=', userId)
    .where('account.providerId', '=', 'credential')
    .executeTakeFirst()

/** @returns its start and the number of recovery codes left; undefined without a second factor */
export const readSecondFactor = (db: Database, userId: string) =>
  db
    .selectFrom('second_factors')
    .select(eb => [
      'since',
      eb
        .selectFrom('recovery_codes')
        .select(codes => codes.fn.countAll<number>().as('left'))
        .where('user_id', '=', userId)
        .as('codesLeft'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** @returns false if the account already has a second factor */
export async function insertSecondFactor(
  trx: Transacting,
  userId: string,
  { secret, since, lastStep }: SecondFactor & { lastStep: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('second_factors')
    .values({ user_id: userId, secret, since, last_step: lastStep })
    .onConflict(conflict => conflict.column('user_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes the second factor with its recovery codes. @returns whether there was one */
export async function deleteSecondFactor(trx: Transacting, userId: string): Promise<boolean> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await trx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function replaceRecoveryCodes(
  trx: Transacting,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = hashes.map(hash => ({ user_id: userId, code_hash: hash }))
  await trx.insertInto('recovery_codes').values(rows).execute()
}

/** Spends a code; of concurrent uses in any process, one succeeds. @returns whether the code was there */
export async function spendRecoveryCode(
  db: Database,
  userId: string,
  hash: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Separate counters for tries from browsers that the account has signed in with, and from others. */
const counters = {
  known: { tries: 'known_tries', since: 'known_tries_since' },
  unknown: { tries: 'tries', since: 'tries_since' },
} as const

export type TriedFrom = keyof typeof counters

/**
 * Counts one more try in a window that begins with its first.
 * @param window milliseconds
 * @returns tries so far and start of the window (milliseconds UTC); undefined without a second factor
 */
export async function countCodeTry(
  db: Database,
  userId: string,
  from: TriedFrom,
  window: number,
  now: number,
): Promise<{ tries: number; begun: number } | undefined> {
  const { tries, since } = counters[from]
  // A window in the future began before the clock was set back.
  const goesOn = sql<boolean>`${sql.ref(since)} between ${now - window + 1} and ${now}`
  const [row] = await db
    .updateTable('second_factors')
    .set({
      [tries]: sql`case when ${goesOn} then ${sql.ref(tries)} + 1 else 1 end`,
      [since]: sql`case when ${goesOn} then ${sql.ref(since)} else ${now} end`,
    })
    .where('user_id', '=', userId)
    .returning([`${tries} as tries`, `${since} as begun`])
    .execute()
  return row
}

/**
 * Spends the code of a time step; of concurrent uses in any process, one succeeds. A successful try is taken
 * off the counter.
 * @param since start of the factor that the code belongs to
 */
export async function spendStep(
  db: Database,
  userId: string,
  { since, step, from }: { since: number; step: number; from: TriedFrom },
): Promise<boolean> {
  const { tries } = counters[from]
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step, [tries]: sql`${sql.ref(tries)} - 1` })
    .where('user_id', '=', userId)
    .where('since', '=', since)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
