import { sql } from 'kysely'
import { MAX_SELECTED_ALERTS, MAX_TRIAL_PAYLOAD_LENGTH, TRIAL_PAYLOADS } from '#shared/limits.ts'
import type { AlertFilter, AlertQuery, AlertSelection, AlertSort } from '#shared/model/alert.ts'
import { containing } from './containing.ts'
import { folded } from './dialect.ts'
import type { Owner } from './owner.ts'

/** The account's alerts that a filter finds. */
export function alertsFound(owner: Owner, filter: AlertFilter) {
  let query = owner.db.selectFrom('alerts').where('alerts.user_id', '=', owner.userId)
  if (filter.connectionId) query = query.where('alerts.connection_id', '=', filter.connectionId)
  if (filter.status) query = query.where('alerts.status', '=', filter.status)
  if (filter.from) query = query.where('alerts.received_at', '>=', Date.parse(filter.from))
  if (filter.to) query = query.where('alerts.received_at', '<', Date.parse(filter.to))
  if (filter.search) query = query.where(containing(searched, filter.search))
  return query
}

const searched = ['alerts.name', 'alerts.connection_name', 'message_text', 'payload'] as const

/** The first of a selection, and how many there are in all. */
export async function findSelected(owner: Owner, selection: AlertSelection) {
  const found = selected(owner, selection)
  const [rows, { total }] = await Promise.all([
    found.select('alerts.id').orderBy('alerts.id').limit(MAX_SELECTED_ALERTS).execute(),
    found.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map(row => row.id), total }
}

function selected(owner: Owner, selection: AlertSelection) {
  if ('ids' in selection) return alertsFound(owner, {}).where('alerts.id', 'in', selection.ids)
  const { filter, before } = selection
  return alertsFound(owner, filter).where('alerts.received_at', '<', Date.parse(before))
}

/** The failed ones of a selection whose connection sends, oldest first, and how many there are in all. */
export async function findResendable(owner: Owner, selection: AlertSelection) {
  const found = resendable(owner, selection)
  const [rows, { total }] = await Promise.all([
    found.select('alerts.id').orderBy('alerts.id').limit(MAX_SELECTED_ALERTS).execute(),
    found.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map(row => row.id), total }
}

function resendable(owner: Owner, selection: AlertSelection) {
  const found = selected(owner, selection)
    .innerJoin('connections', 'connections.id', 'alerts.connection_id')
    .where('connections.is_active', '=', 1)
    .where('alerts.status', '=', 'failed')
  if ('ids' in selection) return found
  const before = Date.parse(selection.before)
  return found.where(eb =>
    eb.or([eb('alerts.resent_at', 'is', null), eb('alerts.resent_at', '<', before)]),
  )
}

const listed = [
  'id',
  'name',
  'connection_id',
  'connection_name',
  'received_at',
  'resent_at',
  'summary',
  'status',
  'attempts',
  'error_reason',
  'delivered_at',
] as const

/** The newest ones, newest first. */
export const newestAlerts = (
  owner: Owner,
  { connectionId, limit }: { connectionId?: string | undefined; limit: number },
) =>
  alertsFound(owner, { connectionId })
    .select(listed)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Those among the newest that came as JSON objects of a usual length, newest first. */
export const newestPayloads = (owner: Owner, connectionId?: string) =>
  owner.db
    .selectFrom(
      alertsFound(owner, { connectionId })
        .select(['id', 'name', 'connection_name', 'received_at', 'reading', 'payload'])
        .orderBy('received_at', 'desc')
        .orderBy('id', 'desc')
        .limit(LOOKED_AT)
        .as('newest'),
    )
    .select(['id', 'name', 'connection_name', 'received_at', 'payload'])
    .where('reading', '!=', 'text')
    .where(
      ({ fn, val }) =>
        sql<boolean>`${fn('length', ['payload'])} < ${val(MAX_TRIAL_PAYLOAD_LENGTH)}`,
    )
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(TRIAL_PAYLOADS)
    .execute()

/** However many of them turn out to be nothing to try a template on. */
const LOOKED_AT = 5 * TRIAL_PAYLOADS

/** One page, and how many there are in all. */
export async function listAlerts(owner: Owner, query: AlertQuery) {
  const found = alertsFound(owner, query)
  const [rows, { total }] = await Promise.all([
    found
      .select(listed)
      .orderBy(eb => {
        const { column } = order[query.sort]
        return column === 'received_at' ? eb.ref(column) : folded(eb.ref(column))
      }, order[query.sort].direction)
      .orderBy('id', query.sort === 'timestamp-asc' ? 'asc' : 'desc')
      .limit(query.pageSize)
      .offset((query.page - 1) * query.pageSize)
      .execute(),
    found.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

export type ListedAlert = Awaited<ReturnType<typeof listAlerts>>['rows'][number]

const order: Record<
  AlertSort,
  {
    column: 'received_at' | 'name' | 'connection_name'
    direction: 'asc' | 'desc'
  }
> = {
  'timestamp-desc': { column: 'received_at', direction: 'desc' },
  'timestamp-asc': { column: 'received_at', direction: 'asc' },
  'alertName-asc': { column: 'name', direction: 'asc' },
  'alertName-desc': { column: 'name', direction: 'desc' },
  'connectionName-asc': { column: 'connection_name', direction: 'asc' },
  'connectionName-desc': { column: 'connection_name', direction: 'desc' },
}
