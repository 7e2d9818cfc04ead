/** Alerts that are stored as begun: nothing stands in their lane, so that they leave at once. */
import { type CompiledQuery, sql } from 'kysely'
import { asJson, rowsFromJson } from '#server/store/engine/dialect.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import type { NewAlert, NewMessage } from '#server/store/rows/alerts.ts'
import { NO_MESSAGE } from '#server/store/rows/message-columns.ts'
import { ownZone } from '#server/store/rows/profiles.ts'
import { contextColumns, type QueuedDelivery, UNSENT } from './deliveries.ts'
import { isPaused } from './pauses.ts'

/** An alert that is about to be stored, and the lane in which its delivery will stand. */
export type Arriving = { alert: NewAlert; lane: string }

/** A free lane that is kept for an arriving alert. */
export type Reservation = {
  /** Stored with the alert. */
  message: NewMessage
  /** The alert is on disk as begun, and leaves now. @param seq of its delivery */
  send: (seq: number) => void
  /** It is not, or that is not known. */
  release: () => void
}

/** The lanes of the bots that this process works for. */
export type FreeLanes = {
  /** Whether a message may leave at once, as far as this process knows. */
  mayLeave: (lane: string) => boolean
  /**
   * Reserves free lanes, in the transaction that stores the alerts.
   * @returns the reservations by the ids of their alerts: each of them is sent or released afterwards
   */
  reserve: (
    trx: Transacting,
    arriving: readonly ArrivingDelivery[],
  ) => Promise<ReadonlyMap<string, Reservation>>
}

/** An arriving alert as it will stand in its lane; its `seq` is not known yet. */
export type ArrivingDelivery = Omit<QueuedDelivery, 'seq'>

/** Asks for what it takes to send alerts of connections in whose lanes nothing stands, and nothing of theirs elsewhere. */
export const askingForFree = (
  db: Database,
  connectionIds: readonly string[],
): CompiledQuery<FreeConnection> =>
  freeConnections.query(db, asJson(connectionIds.map(id => ({ id }))))

export type FreeConnection = Awaited<ReturnType<typeof freeConnections>>[number]

/** Those of the alerts whose lanes are free. @param free what was asked for */
export function ofFreeLanes(
  arriving: readonly Arriving[],
  free: readonly FreeConnection[],
): ArrivingDelivery[] {
  const contexts = new Map(free.map(row => [row.id, row]))
  return arriving.flatMap(({ alert, lane }) => {
    const context = contexts.get(alert.connection_id)
    return context?.connection_lane === lane ? { ...context, ...newDelivery(alert), lane } : []
  })
}

const freeConnections = prepared((db, ids: string) =>
  db
    .selectFrom('connections')
    .leftJoin('lanes', 'lanes.lane', 'connections.lane')
    .leftJoin('bots', 'bots.bot_id', 'connections.bot_id')
    .leftJoin('message_templates', join =>
      join
        .onRef('message_templates.user_id', '=', 'connections.user_id')
        .onRef('message_templates.id', '=', 'connections.template_id'),
    )
    .select(['connections.id', ...contextColumns, ownZone('connections.user_id')])
    .where('connections.id', 'in', eb =>
      eb
        .selectFrom(rowsFromJson<{ id: string }>(db, ids, { id: 'text' }).as('given'))
        .select('given.id'),
    )
    .where('is_active', '=', 1)
    .where(sql<boolean>`not ${isPaused('connections.user_id', 'connections.lane')}`)
    // Not by «exists», for which PostgreSQL would walk through the connections.
    .where(
      eb =>
        eb
          .selectFrom('deliveries as before')
          .select('before.seq')
          .whereRef('before.lane', '=', 'connections.lane')
          .limit(1),
      'is',
      null,
    )
    .where(
      eb =>
        eb
          .selectFrom('deliveries as before')
          .select('before.seq')
          .whereRef('before.user_id', '=', 'connections.user_id')
          .whereRef('before.connection_id', '=', 'connections.id')
          .limit(1),
      'is',
      null,
    ),
)

const newDelivery = ({ id, ...alert }: NewAlert) => ({
  ...UNSENT,
  alert_id: id,
  user_id: alert.user_id,
  connection_id: alert.connection_id,
  address_id: alert.address_id ?? null,
  connection_name: alert.connection_name,
  name: alert.name,
  reading: alert.reading,
  payload: alert.payload,
  received_at: alert.received_at,
  resent_at: null,
  ...NO_MESSAGE,
  missing: '[]',
  taken: '[]',
  misfit: null,
  late_minutes: null,
  attempts: 0,
  alone: 0 as const,
  takes_preview: 1 as const,
  has_tombstone: 0,
  is_paused: 0,
  elder_elsewhere: 0,
})
