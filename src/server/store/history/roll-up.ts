import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import { repeat } from '#server/base/repeat.ts'
import {
  forDatabase,
  type PerDatabase,
  rowsFromJson,
  tryAdvisoryLock,
} from '#server/store/engine/dialect.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Tables, Transacting } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'

/** Connection id of the counts of all connections of an account together. */
export const ALL_CONNECTIONS = ''

const ROLL_UP_EVERY_MS = 8_000
/** Changes per transaction; other writers get their turn in between. */
const BATCH_SIZE = 2_000

/**
 * Rolls the noted changes up into buckets every 8 seconds. Reads count the notes as well, but the notes of a
 * million alerts would be a million rows.
 */
export function startRollUp(db: Database, log: Logger): AsyncDisposable {
  return repeat(() => rollUpCounts(db), {
    every: ROLL_UP_EVERY_MS,
    onError: error => log.warn({ err: error }, 'counts are added up later'),
  })
}

/**
 * Rolls up a batch, unless another process is at it: it would only wait for the same rows.
 * @returns whether there is more for this process to roll up
 */
export async function rollUpCounts(db: Database): Promise<boolean> {
  if ((await anyChange(db)).length === 0) return false
  return transaction(db, async trx => {
    if (!(await tryAdvisoryLock(trx, 'roll-up'))) return false
    const { changes, count, forget } = await forDatabase(trx, take)(trx)
    if (count === 0) return false
    await addToBuckets(trx, changes)
    await addToConnections(trx, changes)
    await deleteEmptyBuckets(trx, changes)
    await forget?.()
    return count === BATCH_SIZE
  })
}

const anyChange = prepared(db => db.selectFrom('count_changes').select('seq').limit(1))

type Change = Omit<Selectable<Tables['count_changes']>, 'seq'>

const columns = {
  user_id: 'text',
  connection_id: 'text',
  quarter: 'bigint',
  total: 'bigint',
  successful: 'bigint',
  failed: 'bigint',
  inactive: 'bigint',
} as const

/** Changes as a source for `from`. @property forget deletes them; undefined if they are already deleted */
type Taken = { changes: RawBuilder<Change>; count: number; forget?: () => Promise<unknown> }

const oldest = sql`select seq from count_changes order by seq limit ${sql.lit(BATCH_SIZE)}`

const take: PerDatabase<(trx: Transacting) => Promise<Taken>> = {
  /** Leaves the changes in place: no other process writes. */
  async sqlite(trx) {
    const { rows } = await sql<{ last: number | null; count: number }>`
      select max(seq) as last, count(*) as count from (${oldest}) as oldest`.execute(trx)
    const { last = null, count = 0 } = rows[0] ?? {}
    const changes = sql<Change>`(select * from count_changes where seq <= ${last})`
    const forget = () => sql`delete from count_changes where seq <= ${last}`.execute(trx)
    return { changes, count, forget }
  },
  /** Deletes the changes before adding them up, so that no other process adds them too. */
  async postgres(trx) {
    const { rows } = await sql<{ changes: string | null; count: number }>`
      with taken as (delete from count_changes where seq in (${oldest}) returning *)
      select json_agg(taken)::text as changes, count(*) as count from taken`.execute(trx)
    const { changes, count = 0 } = rows[0] ?? {}
    return { changes: rowsFromJson<Change>(trx, changes ?? '[]', columns), count }
  },
}

const counts = ['total', 'successful', 'failed', 'inactive']
const sums = sql.raw(counts.map(count => `sum(${count}) as ${count}`).join(', '))
const addTo = (table: string) =>
  sql.raw(counts.map(count => `${count} = ${table}.${count} + excluded.${count}`).join(', '))

/** In key order, so that two processes never deadlock. */
const addToBuckets = (trx: Transacting, changes: RawBuilder<Change>) =>
  sql`insert into quarter_counts (user_id, connection_id, quarter, ${sql.raw(counts.join(', '))})
    select user_id, connection_id, quarter, ${sums} from ${changes} as changes group by 1, 2, 3
    union all select user_id, ${sql.lit(ALL_CONNECTIONS)}, quarter, ${sums} from ${changes} as changes group by 1, 3
    order by 1, 2, 3
    on conflict (user_id, connection_id, quarter) do update set ${addTo('quarter_counts')}`.execute(
    trx,
  )

const addToConnections = (trx: Transacting, changes: RawBuilder<Change>) =>
  sql`insert into connection_counts (user_id, connection_id, ${sql.raw(counts.join(', '))})
    select user_id, connection_id, ${sums} from ${changes} as changes group by 1, 2 order by 1, 2
    on conflict (user_id, connection_id) do update set ${addTo('connection_counts')}`.execute(trx)

/** Deletes buckets whose alerts were all deleted. */
const deleteEmptyBuckets = (trx: Transacting, changes: RawBuilder<Change>) =>
  sql`delete from quarter_counts where total = 0 and (user_id, connection_id, quarter) in (
    select user_id, connection_id, quarter from ${changes} as changes where total < 0
    union select user_id, ${sql.lit(ALL_CONNECTIONS)}, quarter from ${changes} as changes where total < 0)`.execute(
    trx,
  )
