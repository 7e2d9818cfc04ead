import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { clock } from '#server/base/clock.ts'
import { repeat } from '#server/base/repeat.ts'
import { BATCH_SIZE, deleteBatch, runBatches } from '#server/store/engine/batches.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { lockedTransaction } from '#server/store/engine/transaction.ts'
import { failDeliveries } from '#server/store/queue/outcomes.ts'
import { ALL_HISTORY, type Tombstone } from '#server/store/rows/tombstones.ts'
import { DERIVED_TABLES, HISTORY_TABLES } from './account-tables.ts'

const SWEEP_EVERY_MS = 1_000
/** Milliseconds between batches, for other writers. */
const REST_MS = 10
/** Milliseconds after which swept accounts are reported although more is left to sweep. */
const TELL_EVERY_MS = 1_000

/** Called for each swept account with the lanes of its failed alerts: every second, and when all is swept. */
type OnSwept = (userId: string, lanes: string[]) => void

/**
 * Applies tombstones every second to the rows that they cancel or delete, also tombstones that a killed process
 * left half-done.
 */
export function startSweeper(db: Database, log: Logger, onSwept: OnSwept): AsyncDisposable {
  const untold = new Map<string, Set<string>>()
  let toldAt = Number.NEGATIVE_INFINITY
  let last = 0

  async function sweep(): Promise<boolean> {
    const swept = await sweepSome(db, last)
    if (!swept) return false
    last = swept.seq
    const lanes = untold.get(swept.userId) ?? new Set()
    untold.set(swept.userId, lanes)
    for (const lane of swept.lanes) lanes.add(lane)
    return true
  }
  function tell() {
    for (const [userId, lanes] of untold) onSwept(userId, [...lanes])
    untold.clear()
    toldAt = clock.monotonic()
  }
  const step = async () => {
    let more = false
    try {
      more = await sweep()
    } finally {
      if (!more || clock.monotonic() - toldAt >= TELL_EVERY_MS) tell()
    }
    return more
  }
  return repeat(step, {
    every: SWEEP_EVERY_MS,
    rest: REST_MS,
    onError: error => log.warn({ err: error }, 'what is gone is swept up later'),
  })
}

/**
 * Applies all tombstones.
 * @throws StoreBusyError when the database stays busy
 */
export async function sweepAll(db: Database): Promise<void> {
  let last = 0
  await runBatches(async () => {
    const swept = await sweepSome(db, last)
    last = swept?.seq ?? 0
    return swept !== null
  })
}

type Swept = { seq: number; userId: string; lanes: string[] }

/**
 * Sweeps one batch of the next tombstone after `last`, so that no account waits for all alerts of another.
 * @returns null without any tombstone
 */
async function sweepSome(db: Database, last: number): Promise<Swept | null> {
  if (!(await tombstoneAfter(db, 0))) return null
  return lockedTransaction(db, 'the sweep', async trx => {
    const tombstone = (await tombstoneAfter(trx, last)) ?? (await tombstoneAfter(trx, 0))
    return tombstone ? await sweepStep(trx, tombstone) : null
  })
}

const tombstoneAfter = async (db: Database, last: number): Promise<Tombstone | undefined> =>
  (await tombstonesAfter(db, last))[0]

const tombstonesAfter = prepared((db, last: number) =>
  db.selectFrom('tombstones').selectAll().where('seq', '>', last).orderBy('seq').limit(1),
)

/** Sweeps one batch of a tombstone, and deletes it after the last one. Idempotent: swept rows are not found again. */
export async function sweepStep(trx: Transacting, tombstone: Tombstone): Promise<Swept> {
  const { forgets_until: until, seq, user_id: userId } = tombstone
  const { isDone, lanes } =
    until === null
      ? await failSome(trx, tombstone)
      : { isDone: await deleteSomeRows(trx, tombstone, until), lanes: [] }
  if (isDone) await trx.deleteFrom('tombstones').where('seq', '=', seq).execute()
  return { seq, userId, lanes }
}

async function failSome(
  trx: Transacting,
  { user_id, connection_id, last_seq, error_code: code, error_reason: reason }: Tombstone,
): Promise<{ isDone: boolean; lanes: string[] }> {
  const rows = await trx
    .selectFrom('deliveries')
    .select(['seq', 'lane'])
    .where('user_id', '=', user_id)
    .where('connection_id', '=', connection_id)
    .where('seq', '<=', last_seq)
    .orderBy('seq')
    .limit(BATCH_SIZE)
    .execute()
  const seqs = rows.map(row => row.seq)
  await failDeliveries(trx, seqs, { code: code ?? '', reason: reason ?? '' })
  return { isDone: rows.length < BATCH_SIZE, lanes: [...new Set(rows.map(row => row.lane))] }
}

/** @returns whether all rows are deleted */
async function deleteSomeRows(
  trx: Transacting,
  { user_id: userId, last_seq }: Tombstone,
  until: number,
): Promise<boolean> {
  const own = sql`user_id = ${userId}`
  const conditions: Record<keyof typeof HISTORY_TABLES, RawBuilder<unknown>> = {
    deliveries: sql`seq <= ${last_seq}`,
    notifications: sql`timestamp <= ${until}`,
    error_logs: sql`timestamp <= ${until}`,
    // Alerts of removed connections are deleted even if a process with a fast clock dated them later.
    alerts: sql`not (received_at > ${until}
      and connection_id in (select id from connections where ${own}))`,
  }
  const isOld: Record<string, RawBuilder<unknown>> = conditions
  // Derived tables come last: deleting alerts writes to them.
  const tables = until === ALL_HISTORY ? { ...HISTORY_TABLES, ...DERIVED_TABLES } : HISTORY_TABLES
  let left = BATCH_SIZE
  for (const [table, key] of Object.entries(tables)) {
    const condition = sql`${own} and ${isOld[table] ?? sql`true`}`
    left -= await deleteBatch(trx, { table, key, condition }, left)
    if (left === 0) return false
  }
  return true
}
