import { type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import { repeat } from '#server/base/repeat.ts'
import { databaseType } from '#server/store/engine/dialect.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Tables, Transacting } from '#server/store/engine/schema.ts'
import { lockedTransaction, transaction } from '#server/store/engine/transaction.ts'
import { foldText } from '#shared/format.ts'

/** The index has so many slots for the alerts of a millisecond; further ones take the next slots. */
export const SLOTS_PER_MS = 64

/** The first slot of an instant. @param receivedAt milliseconds UTC */
export const slotOf = (receivedAt: number): number => receivedAt * SLOTS_PER_MS

/** Of an alert: it is not found by what comes after them. */
const SEARCHED_CHARACTERS = 16_384
/** Alerts of one transaction, and the characters of their texts: some milliseconds. */
const BATCH = { alerts: 25, characters: SEARCHED_CHARACTERS }
/** Other writers have their turn in between. */
const REST_MS = 25
const INDEX_EVERY_MS = 2_000
/** How long a search first brings the index up to date, to find what has just come. */
const AHEAD_MS = 250
/** How long it waits for other writers. */
const AHEAD_PATIENCE_MS = 100

/**
 * Brings the search up to date with the history again and again, the newest alerts first, and puts it
 * in order while nothing comes: that may take what a webhook would wait for.
 */
export function startSearchIndexing(db: Database, log: Logger): AsyncDisposable {
  const tidying = searchTidying(db)
  /** Nothing has come since the last run. */
  let isQuiet = false
  const step = async () => {
    if (await indexSome(db)) {
      isQuiet = false
      return true
    }
    if (isQuiet && tidying) return await transaction(db, tidying)
    isQuiet = true
    return false
  }
  return repeat(step, {
    every: INDEX_EVERY_MS,
    rest: REST_MS,
    onError: error => log.warn({ err: error }, 'the search is brought up to date later'),
  })
}

/**
 * Brings the search up to date, unless there is a lot to do or the database takes no writes now: a
 * search need not wait for that. `startSearchIndexing` logs what is wrong.
 * @returns whether it is up to date
 */
export async function indexNewest(db: Database): Promise<boolean> {
  try {
    if (!(await isNoted(db))) return true
    return await indexFor(AHEAD_MS, db)
  } catch {
    return false
  }
}

async function indexFor(milliseconds: number, db: Database): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (await indexSome(db, AHEAD_PATIENCE_MS)) {
    if (performance.now() > end) return false
    await new Promise(setImmediate)
  }
  return true
}

async function isNoted(db: Database): Promise<boolean> {
  const noted = await db.selectFrom('search_changes').select('seq').limit(1).execute()
  return noted.length > 0
}

/** @returns whether there may be more to do */
export async function indexSome(db: Database, patience?: number): Promise<boolean> {
  if (!(await isNoted(db))) return false
  const step = async (trx: Transacting) => {
    const notes = await trx
      .selectFrom('search_changes')
      .select(['seq', 'alert_id'])
      .orderBy('seq', 'desc')
      .limit(BATCH.alerts)
      .execute()
    if (notes.length === 0) return false
    const ids = new Set(notes.map(note => note.alert_id))
    const found = await readNoted(trx, [...ids])
    const alerts = fitting(found)
    const gone = [...ids.difference(new Set(found.map(({ id }) => id)))]
    await writeTexts(trx, { gone, alerts })
    const done = new Set([...gone, ...alerts.map(({ id }) => id)])
    await trx
      .deleteFrom('search_changes')
      .where(
        'seq',
        'in',
        notes.filter(note => done.has(note.alert_id)).map(note => note.seq),
      )
      .execute()
    return true
  }
  return await lockedTransaction(db, 'the search', step, patience)
}

type Noted = Awaited<ReturnType<typeof readNoted>>[number]

const readNoted = (trx: Transacting, ids: readonly string[]) =>
  trx
    .selectFrom('alerts')
    .select([
      'id',
      'user_id',
      'connection_id',
      'connection_name',
      'name',
      'message_text',
      'payload',
      'received_at',
    ])
    .where('id', 'in', ids)
    .execute()

/** As many as make a step. */
function fitting(alerts: readonly Noted[]): Noted[] {
  let characters = 0
  return alerts.filter(({ payload, message_text }, place) => {
    characters += payload.length + (message_text?.length ?? 0)
    return place === 0 || characters <= BATCH.characters
  })
}

async function writeTexts(
  trx: Transacting,
  { gone, alerts }: { gone: readonly string[]; alerts: readonly Noted[] },
): Promise<void> {
  if (gone.length > 0) await trx.deleteFrom('search_texts').where('alert_id', 'in', gone).execute()
  for (const alert of alerts) {
    const columns = searchTextOf(alert)
    const { numUpdatedRows } = await trx
      .updateTable('search_texts')
      .set(columns)
      .where('alert_id', '=', alert.id)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) continue
    const seq = await freeSlot(trx, alert.received_at)
    await trx
      .insertInto('search_texts')
      .values({ seq, alert_id: alert.id, user_id: alert.user_id, ...columns })
      .execute()
  }
}

const searchTextOf = (alert: Noted): Pick<TextRow, 'connection_id' | 'name_key' | 'text'> => ({
  connection_id: alert.connection_id,
  name_key: foldText(alert.name),
  text: foldText(
    [alert.name, alert.connection_name, alert.message_text ?? '', alert.payload]
      .join('\n')
      .slice(0, SEARCHED_CHARACTERS),
  ),
})

type TextRow = Selectable<Tables['search_texts']>

async function freeSlot(trx: Transacting, receivedAt: number): Promise<number> {
  for (let first = slotOf(receivedAt); ; first += SLOTS_PER_MS) {
    const [last] = await lastSlot(trx, first, first + SLOTS_PER_MS)
    if (!last) return first
    if (last.seq < first + SLOTS_PER_MS - 1) return last.seq + 1
  }
}

const lastSlot = prepared((db, first: number, beyond: number) =>
  db
    .selectFrom('search_texts')
    .select('seq')
    .where('seq', '>=', first)
    .where('seq', '<', beyond)
    .orderBy('seq', 'desc')
    .limit(1),
)

/** What keeps the search fast, done while nothing is written; null where the database does it by itself. */
export const searchTidying = (db: Database): ((trx: Transacting) => Promise<boolean>) | null =>
  databaseType(db) === 'sqlite' ? tidyTrigrams : null

/** Pages of the trigrams that are put in order at a time. */
const TIDIED_PAGES = 50

/**
 * Takes some milliseconds, and a tenth of a second where it comes by a trigram that a million alerts
 * have: it ends between two trigrams.
 * @returns whether there may be more to do
 */
async function tidyTrigrams(trx: Transacting): Promise<boolean> {
  const before = await totalChanges(trx)
  await sql`insert into search_trigrams (search_trigrams, rank)
    values ('merge', ${sql.lit(TIDIED_PAGES)})`.execute(trx)
  // FTS5 counts one change where there was nothing to do.
  return (await totalChanges(trx)) - before > 1
}

async function totalChanges(trx: Transacting): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(trx)
  return rows[0]?.changes ?? 0
}
