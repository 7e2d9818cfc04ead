/** Failed alerts by connection and error code, all looked up by index. */
import { sql } from 'kysely'
import { asJson, rowsFromJson } from '#server/store/engine/dialect.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import { isDelivered, isFailed } from '#server/store/rows/alerts.ts'
import { COUNTED_FAILURES, MAX_SELECTED_ALERTS } from '#shared/limits.ts'

/** Failures of a connection with one error code; instants below are milliseconds UTC. */
export type FailuresOfCode = { connection_id: string; code: string }

export type NewestFailure = FailuresOfCode & {
  /** Arrival of the newest failure; `tried`: its latest resend, else its arrival. */
  last: number
  tried: number
}

/** Newest failure of each code, for the account's active connections or one of them. */
export async function newestFailures(
  { db, userId }: Owner,
  connectionId?: string,
): Promise<NewestFailure[]> {
  const first = (connectionId: string, condition = sql``) => sql`(
    select error_code from alerts
    where alerts.user_id = ${userId} and alerts.connection_id = ${sql.ref(connectionId)}
      and ${isFailed} ${condition}
    order by error_code limit 1)`
  const { rows } = await sql<NewestFailure>`
    with recursive found (connection_id, code) as (
      select id, ${first('connections.id')} from connections
      where user_id = ${userId} and is_active = 1
        ${connectionId === undefined ? sql`` : sql`and id = ${connectionId}`}
      union all
      select connection_id, ${first('found.connection_id', sql`and error_code > found.code`)}
      from found where code is not null
    )
    ${newestOf(userId)} where code is not null`.execute(db)
  return rows
}

/** Newest failure of each connection and code given; pairs without failures are left out. */
export async function newestOfFailures(
  owner: Owner,
  which: readonly FailuresOfCode[],
): Promise<NewestFailure[]> {
  const these = rowsFromJson<FailuresOfCode>(owner.db, asJson(which), {
    connection_id: 'text',
    code: 'text',
  })
  const { rows } = await sql<NewestFailure>`
    with found as (select connection_id, code from ${these} as given)
    ${newestOf(owner.userId)}`.execute(owner.db)
  return rows
}

const newestOf = (userId: string) => sql`
  select found.connection_id, found.code, alerts.received_at as last,
    coalesce(alerts.resent_at, alerts.received_at) as tried
  from found join alerts on alerts.id = (
    select id from alerts
    where alerts.user_id = ${userId} and alerts.connection_id = found.connection_id
      and alerts.error_code = found.code and ${isFailed}
    order by received_at desc, id desc limit 1)`

/** The account's active connections; `worked`: latest resend, else arrival, of the alert delivered last. */
export const deliveringConnections = ({ db, userId }: Owner) =>
  db
    .selectFrom('connections')
    .select(['id', 'name', 'lane', 'bot_id', 'topic_id', 'template_id', 'mended_at'])
    .select(
      sql<number | null>`(
        select coalesce(resent_at, received_at) from alerts
        where alerts.user_id = ${userId} and alerts.connection_id = connections.id and ${isDelivered}
        order by delivered_at desc limit 1)`.as('worked'),
    )
    .where('user_id', '=', userId)
    .where('is_active', '=', 1)
    .execute()

export type DeliveringConnection = Awaited<ReturnType<typeof deliveringConnections>>[number]

/** Failures received at `from` or later. */
export type FailuresSince = FailuresOfCode & { from: number }

export type DescribedFailures = FailuresOfCode & {
  count: number
  since: number
  last: number
  /** Id of the newest failure; `reason`: why it failed, in Spanish. */
  newest: string
  reason: string | null
}

/** Count of each, capped at `COUNTED_FAILURES` + 1, with the first and the newest failure. */
export async function describeFailures(owner: Owner, which: readonly FailuresSince[]) {
  const these = sql`alerts.user_id = ${owner.userId}
    and alerts.connection_id = given.connection_id and alerts.error_code = given.code
    and alerts.received_at >= given."from" and ${isFailed}`
  // Failures that were resent meanwhile are left out.
  const { rows } = await sql<DescribedFailures>`
    select given.connection_id, given.code,
      (select cast(count(*) as bigint) from (
        select 1 from alerts where ${these} limit ${sql.lit(COUNTED_FAILURES + 1)}) as counted
      ) as count,
      (select min(received_at) from alerts where ${these}) as since,
      newest.received_at as last, newest.id as newest, newest.error_reason as reason
    from ${given(owner, which)} as given join alerts as newest on newest.id = (
      select id from alerts where ${these} order by received_at desc, id desc limit 1)
  `.execute(owner.db)
  return rows
}

/**
 * Failures received before an instant and not resent since: the oldest ids, up to the limit of one request, and
 * the total number.
 */
export async function findFailures(
  owner: Owner,
  which: readonly FailuresSince[],
  before: number,
): Promise<{ ids: string[]; total: number }> {
  const these = sql`alerts.user_id = ${owner.userId}
    and alerts.connection_id = given.connection_id and alerts.error_code = given.code
    and alerts.received_at >= given."from" and alerts.received_at < ${before} and ${isFailed}
    and (alerts.resent_at is null or alerts.resent_at < ${before})`
  const { rows } = await sql<FailuresSince & { total: number; oldest: number | null }>`
    select given.connection_id, given.code, given."from",
      (select cast(count(*) as bigint) from alerts where ${these}) as total,
      (select received_at from alerts where ${these} order by received_at limit 1) as oldest
    from ${given(owner, which)} as given`.execute(owner.db)
  const total = rows.reduce((sum, row) => sum + row.total, 0)
  const left = rows
    .flatMap(({ oldest, ...row }) => (oldest === null ? [] : [{ ...row, oldest }]))
    .sort((a, b) => a.oldest - b.oldest)
  let found: { id: string; received_at: number }[] = []
  for (const { connection_id, code, oldest } of left) {
    const last = found[MAX_SELECTED_ALERTS - 1]
    if (last && last.received_at < oldest) break
    const its = await owner.db
      .selectFrom('alerts')
      .select(['id', 'received_at'])
      .where('user_id', '=', owner.userId)
      .where('connection_id', '=', connection_id)
      .where('error_code', '=', code)
      .where('received_at', '>=', oldest)
      .where('received_at', '<', last ? Math.min(before, last.received_at + 1) : before)
      .where(isFailed)
      .where(eb => eb.or([eb('resent_at', 'is', null), eb('resent_at', '<', before)]))
      .orderBy('received_at')
      .orderBy('id')
      .limit(MAX_SELECTED_ALERTS)
      .execute()
    found = [...found, ...its]
      .sort((a, b) => a.received_at - b.received_at || (a.id < b.id ? -1 : 1))
      .slice(0, MAX_SELECTED_ALERTS)
  }
  return { ids: found.map(({ id }) => id), total }
}

const given = ({ db }: Owner, which: readonly FailuresSince[]) =>
  rowsFromJson<FailuresSince>(db, asJson(which), {
    connection_id: 'text',
    code: 'text',
    from: 'bigint',
  })
