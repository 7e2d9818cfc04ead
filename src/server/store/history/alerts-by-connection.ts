import { type RawBuilder, sql } from 'kysely'
import { rowsFromJson } from '#server/store/engine/dialect.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import { foldText } from '#shared/format.ts'
import { type AlertPage, pageByTime } from './alerts-by-time.ts'
import { type Countable, countedSince, countOf, type PageWindow } from './locate-alerts.ts'

/** A page of alerts sorted by connection name, newest first within each connection. */
export async function pageByConnection(
  owner: Owner,
  criteria: Countable,
  direction: 'asc' | 'desc',
  { offset, limit }: PageWindow,
): Promise<AlertPage> {
  const groups = await namedGroups(owner, await connectionTotals(owner, criteria))
  if (direction === 'desc') groups.reverse()
  const rows: AlertPage['rows'] = []
  let before = 0
  for (const { id, total } of groups) {
    const skip = Math.max(0, offset - before)
    before += total
    if (skip >= total || rows.length >= limit) continue
    const part = { offset: skip, limit: limit - rows.length }
    const page = await pageByTime(owner, { ...criteria, connectionId: id }, 'timestamp-desc', part)
    rows.push(...page.rows)
  }
  return { rows, total: before }
}

type Group = { id: string; total: number }

/** Total per connection: counts since `from` minus counts since `to`, which is mostly just now. */
async function connectionTotals(owner: Owner, criteria: Countable): Promise<Group[]> {
  const { connectionId, from, to, status, ...others } = criteria
  others satisfies Record<string, never>
  const { db, userId } = owner
  const n = countOf(status)
  const isOf = connectionId === undefined ? sql`true` : sql`connection_id = ${connectionId}`
  const whole = ['connection_counts', 'count_changes'].map(
    table => sql`select connection_id, ${n} as n from ${sql.table(table)} as counts
      where user_id = ${userId} and ${isOf}`,
  )
  const lessen = (counts: RawBuilder<unknown>) =>
    sql`select connection_id, -n as n from (${counts}) as later`
  const pieces = [
    ...(from === undefined ? whole : countedSince(owner, { connectionId, status }, from)),
    ...(to === undefined ? [] : countedSince(owner, { connectionId, status }, to).map(lessen)),
  ]
  const { rows } = await sql<Group>`
    select connection_id as id, cast(sum(n) as bigint) as total
    from (${sql.join(pieces, sql` union all `)}) as counts
    group by connection_id having sum(n) > 0`.execute(db)
  return rows
}

/** Sorts groups by connection name; a removed connection's name is read from its newest alert. */
async function namedGroups({ db, userId }: Owner, groups: readonly Group[]): Promise<Group[]> {
  const given = rowsFromJson<{ id: string }>(db, JSON.stringify(groups), { id: 'text' })
  const { rows } = await sql<{ id: string; name: string }>`
    select given.id, coalesce(
      (select name from connections where user_id = ${userId} and id = given.id),
      (select connection_name from alerts where user_id = ${userId} and connection_id = given.id
        order by received_at desc limit 1)) as name
    from ${given} as given`.execute(db)
  const keys = new Map(rows.map(({ id, name }) => [id, foldText(name ?? '')]))
  const keyOf = ({ id }: Group) => `${keys.get(id)}\n${id}`
  return groups.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}
