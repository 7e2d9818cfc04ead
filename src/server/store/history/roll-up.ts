import type { Selectable } from 'kysely'
import type { Logger } from 'pino'
import { repeat } from '#server/base/repeat.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Tables, Transacting } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'

type Change = Omit<Selectable<Tables['count_changes']>, 'seq'>

/** Stands for all connections of an account together. */
export const ALL_CONNECTIONS = ''

const ROLL_UP_EVERY_MS = 2_000
/** Changes of one transaction: others have their turn in between. */
const BATCH_SIZE = 500

/**
 * Rolls the noted changes up into buckets, again and again. Reading counts the notes as well, but the
 * notes of a million alerts would be a million rows.
 */
export function startRollUp(db: Database, log: Logger): AsyncDisposable {
  return repeat(() => rollUpCounts(db), {
    every: ROLL_UP_EVERY_MS,
    onError: error => log.warn({ err: error }, 'counts are added up later'),
  })
}

/** @returns whether there is more to roll up */
export async function rollUpCounts(db: Database): Promise<boolean> {
  if ((await anyChange(db)).length === 0) return false
  return transaction(db, async trx => {
    const changes = await removeChanges(trx)
    if (changes.length === 0) return false
    const together = changes.map(change => ({ ...change, connection_id: ALL_CONNECTIONS }))
    const buckets = addedUp([...changes, ...together], keyOfBucket)
    await addToBuckets(trx, buckets)
    await addToConnections(trx, addedUp(changes, keyOfConnection))
    await deleteEmptyBuckets(trx, buckets)
    return changes.length === BATCH_SIZE
  })
}

const anyChange = prepared(db => db.selectFrom('count_changes').select('seq').limit(1))

const removeChanges = (trx: Transacting): Promise<Change[]> =>
  trx
    .deleteFrom('count_changes')
    .where('seq', 'in', eb =>
      eb.selectFrom('count_changes').select('seq').orderBy('seq').limit(BATCH_SIZE),
    )
    .returning(['user_id', 'connection_id', 'quarter', 'total', 'successful', 'failed', 'inactive'])
    .execute()

const keyOfConnection = ({ user_id, connection_id }: Change) => `${user_id} ${connection_id}`
const keyOfBucket = (change: Change) => `${keyOfConnection(change)} ${change.quarter}`

/** In the order of their keys, so that two processes never wait for each other in a circle. */
function addedUp(changes: readonly Change[], keyOf: (change: Change) => string): Change[] {
  const sums = new Map<string, Change>()
  for (const change of changes) {
    const key = keyOf(change)
    const sum = sums.get(key)
    if (!sum) sums.set(key, { ...change })
    else for (const count of counts) sum[count] += change[count]
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

const counts = ['total', 'successful', 'failed', 'inactive'] as const

const addToBuckets = (trx: Transacting, rows: Change[]) =>
  trx
    .insertInto('quarter_counts')
    .values(rows)
    .onConflict(conflict =>
      conflict.columns(['user_id', 'connection_id', 'quarter']).doUpdateSet(eb => ({
        total: eb('quarter_counts.total', '+', eb.ref('excluded.total')),
        successful: eb('quarter_counts.successful', '+', eb.ref('excluded.successful')),
        failed: eb('quarter_counts.failed', '+', eb.ref('excluded.failed')),
        inactive: eb('quarter_counts.inactive', '+', eb.ref('excluded.inactive')),
      })),
    )
    .execute()

const addToConnections = (trx: Transacting, rows: Change[]) =>
  trx
    .insertInto('connection_counts')
    .values(rows.map(({ quarter: _, ...row }) => row))
    .onConflict(conflict =>
      conflict.columns(['user_id', 'connection_id']).doUpdateSet(eb => ({
        total: eb('connection_counts.total', '+', eb.ref('excluded.total')),
        successful: eb('connection_counts.successful', '+', eb.ref('excluded.successful')),
        failed: eb('connection_counts.failed', '+', eb.ref('excluded.failed')),
        inactive: eb('connection_counts.inactive', '+', eb.ref('excluded.inactive')),
      })),
    )
    .execute()

/** A bucket whose alerts were all deleted counts nothing any more. */
async function deleteEmptyBuckets(trx: Transacting, rows: readonly Change[]): Promise<void> {
  const lessened = rows.filter(({ total }) => total < 0)
  if (lessened.length === 0) return
  await trx
    .deleteFrom('quarter_counts')
    .where('total', '=', 0)
    .where(eb =>
      eb(
        eb.refTuple('user_id', 'connection_id', 'quarter'),
        'in',
        lessened.map(row => eb.tuple(row.user_id, row.connection_id, row.quarter)),
      ),
    )
    .execute()
}
