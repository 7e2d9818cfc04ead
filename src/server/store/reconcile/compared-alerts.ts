/** Queries of the history for a comparison with TradingView's log. */
import { sql } from 'kysely'
import { belongsTo, isOneOf } from '#server/store/engine/dialect.ts'
import type { Owner } from '#server/store/engine/owner.ts'

/** Alerts per page: their bodies may be long. */
const PAGE = 2_000

export type Span = { from: number; to: number }

export type ArrivedAlert = Awaited<ReturnType<typeof readPage>>[number]

/**
 * Alerts received within a span, in pages, the earliest first; those of one instant by id. The next page is
 * requested before one is handed out, so that PostgreSQL reads while this thread works.
 */
export async function* arrivedWithin(owner: Owner, { from, to }: Span) {
  let most = PAGE
  let reading = readPage(owner, { from, to }, most)
  for (;;) {
    const page = await reading
    const last = page.at(-1)?.received_at
    if (last === undefined) return
    if (page.length < most) {
      yield inOrder(page)
      return
    }
    const whole = page.findLastIndex(alert => alert.received_at !== last) + 1
    most = whole === 0 ? most * 2 : PAGE
    reading = readPage(owner, { from: last, to }, most)
    // Work on this page may throw, and the next page is then never awaited.
    reading.catch(() => {})
    if (whole > 0) yield inOrder(page.slice(0, whole))
  }
}

/** Alerts of one instant come in any order, so that the index alone provides the order. */
const readPage = ({ db, userId }: Owner, { from, to }: Span, most: number) =>
  db
    .selectFrom('alerts')
    .select(['id', 'received_at', 'name', 'reading', 'payload', 'raw_body'])
    .where('user_id', '=', userId)
    .where('received_at', '>=', from)
    .where('received_at', '<=', to)
    .orderBy('received_at')
    .limit(most)
    .execute()

const inOrder = (page: ArrivedAlert[]): ArrivedAlert[] =>
  page.sort((a, b) => a.received_at - b.received_at || (a.id < b.id ? -1 : 1))

/** Outcomes of some alerts, in any order. */
export async function readOutcomes(owner: Owner, ids: readonly string[]) {
  const pages: Awaited<ReturnType<typeof readSome>>[] = []
  for (let at = 0; at < ids.length; at += PAGE)
    pages.push(await readSome(owner, ids.slice(at, at + PAGE)))
  return pages.flat()
}

const readSome = ({ db, userId }: Owner, ids: readonly string[]) =>
  db
    .selectFrom('alerts')
    .select(['id', 'connection_id', 'name', 'status', 'error_reason'])
    .where(belongsTo(db, 'user_id', userId))
    .where(isOneOf(db, 'id', ids))
    .execute()

export const deletedWithin = ({ db, userId }: Owner, { from, to }: Span) =>
  db
    .selectFrom('deleted_alerts')
    .select(['received_at as at', 'exact', 'repaired', 'named'])
    .where('user_id', '=', userId)
    .where('received_at', '>=', from)
    .where('received_at', '<=', to)
    .execute()

/** Alerts received before this time are not kept. Milliseconds UTC. */
export async function readHistoryFloor({ db, userId }: Owner): Promise<number> {
  const row = await db
    .selectFrom('history_floors')
    .select('kept_since')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.kept_since ?? 0
}

/** Names of the account's alerts that are known from its watched series and TV configurations. */
export async function knownNames({ db, userId }: Owner): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from watched_series where user_id = ${userId}
    union select name from tv_alert_configs where user_id = ${userId}`.execute(db)
  return rows.map(row => row.name)
}

export const connectionNames = ({ db, userId }: Owner) =>
  db.selectFrom('connections').select(['id', 'name']).where('user_id', '=', userId).execute()
