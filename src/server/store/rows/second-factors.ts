import { sql } from 'kysely'
import type { Database, Transacting } from '#server/store/engine/schema.ts'

export type SecondFactor = {
  /** Encrypted. */
  secret: string
  /** Milliseconds UTC. */
  since: number
}

/** Together with what the account signs in with: undefined where a password is all that it takes. */
export const findSecondFactor = (db: Database, userId: string) =>
  db
    .selectFrom('second_factors')
    .innerJoin('account', 'account.userId', 'second_factors.user_id')
    .select(['second_factors.secret', 'second_factors.since', 'account.password as passwordHash'])
    .where('second_factors.user_id', '=', userId)
    .where('account.providerId', '=', 'credential')
    .executeTakeFirst()

/** @returns since when there is one and how many recovery codes are left; undefined where there is none */
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

/** @returns whether there was none yet */
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

/** Its recovery codes go with it. @returns whether there was one */
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

/** Of several at once, in any process, one has it. @returns whether there was such a code */
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

/** Where tries are counted that come from a browser which the account has signed in with, and others. */
const counters = {
  known: { tries: 'known_tries', since: 'known_tries_since' },
  unknown: { tries: 'tries', since: 'tries_since' },
} as const

export type TriedFrom = keyof typeof counters

/**
 * Counts one more try in a window that begins with its first.
 * @param window milliseconds
 * @returns how many that makes and when the window began, in milliseconds UTC
 */
export async function countCodeTry(
  db: Database,
  userId: string,
  from: TriedFrom,
  window: number,
  now: number,
): Promise<{ tries: number; begun: number } | undefined> {
  const { tries, since } = counters[from]
  // A window in the future is of a clock that was set back.
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
 * Lets the code of a step serve, which it does once: of several at once, in any process, one has it. Its
 * try is counted no more.
 * @param since of the factor that the code is of
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
