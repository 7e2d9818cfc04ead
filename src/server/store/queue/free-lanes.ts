/** Alerts that are stored as begun: their lane is empty, so they are sent at once. */
import { type CompiledQuery, sql } from 'kysely'
import { asJson, rowsFromJson } from '#server/store/engine/dialect.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import type { NewAlert, NewMessage } from '#server/store/rows/alerts.ts'
import { lineVersion } from '#server/store/rows/line-version.ts'
import { NO_MESSAGE } from '#server/store/rows/message-columns.ts'
import { ownZone } from '#server/store/rows/profiles.ts'
import { contextColumns, type QueuedDelivery, UNSENT } from './deliveries.ts'
import { isPaused } from './pauses.ts'

/** An alert that is about to be stored, and the lane of its delivery. */
export type Arriving = { alert: NewAlert; lane: string }

/** A free lane that is kept for an arriving alert. */
export type Reservation = {
  /** Stored with the alert. */
  message: NewMessage
  /** Sends the message, once the alert is on disk as begun. @param seq of its delivery */
  send: (seq: number) => void
  /** Releases the lane, if the alert was not stored or that is unknown. */
  release: () => void
}

/** The lanes of the bots that this process works for. */
export type FreeLanes = {
  /** Whether a message may leave at once, as far as this process knows. */
  mayLeave: (lane: string) => boolean
  /**
   * Reserves free lanes, in the transaction that stores the alerts.
   * @returns reservations by the ids of their alerts; each must be sent or released afterwards
   */
  reserve: (
    trx: Transacting,
    arriving: readonly ArrivingDelivery[],
  ) => Promise<ReadonlyMap<string, Reservation>>
}

/** An arriving alert as its delivery, whose `seq` is not known yet. */
export type ArrivingDelivery = Omit<QueuedDelivery, 'seq'>

/** A connection's token, chat, options and template, and the waits and pauses of its lane. */
export type SendingContext = Awaited<ReturnType<typeof contextsOf>>[number]

/** Query for the contexts of these connections. */
export const askingContexts = (
  db: Database,
  connectionIds: readonly string[],
): CompiledQuery<SendingContext> => contextsOf.query(db, asJson(connectionIds.map(id => ({ id }))))

/**
 * @returns the alerts with their contexts, except those whose connection is gone, is switched off, is paused, or
 *   has another lane
 */
export function arrivingDeliveries(
  arriving: readonly Arriving[],
  contexts: ReadonlyMap<string, SendingContext>,
): ArrivingDelivery[] {
  return arriving.flatMap(({ alert, lane }) => {
    const context = contexts.get(alert.connection_id)
    if (context?.connection_lane !== lane || context.is_active === 0 || context.is_paused === 1)
      return []
    return { ...context, ...newDelivery(alert), lane }
  })
}

/** A lane that must be empty, and its connection, which must have no alerts waiting in other lanes. */
type EmptyLane = { lane: string; user_id: string; connection_id: string }

/** Query that gives a row if the line version is unchanged and the lanes and connections have no deliveries. */
export const askingForUnchanged = (
  db: Database,
  version: string,
  lanes: readonly EmptyLane[],
): CompiledQuery<unknown> => unchanged.query(db, version, asJson(lanes))

const unchanged = prepared((db, version: string, lanes: string) => {
  const given = rowsFromJson<EmptyLane>(db, lanes, {
    lane: 'text',
    user_id: 'text',
    connection_id: 'text',
  })
  return db
    .selectNoFrom(sql.lit(1).as('unchanged'))
    .where(lineVersion(db), '=', version)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom(given.as('given'))
            .select('given.lane')
            .where(eb =>
              eb.or([
                eb.exists(
                  eb
                    .selectFrom('deliveries as before')
                    .select('before.seq')
                    .whereRef('before.lane', '=', 'given.lane'),
                ),
                eb.exists(
                  eb
                    .selectFrom('deliveries as before')
                    .select('before.seq')
                    .whereRef('before.user_id', '=', 'given.user_id')
                    .whereRef('before.connection_id', '=', 'given.connection_id'),
                ),
              ]),
            ),
        ),
      ),
    )
})

/** Contexts of connections; `is_empty`: there are no deliveries in the lane, nor of the connection in any lane. */
const contextsOf = prepared((db, ids: string) =>
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
    .select(eb => {
      const paused = isPaused('connections.user_id', 'connections.lane')
      return eb.case().when(paused).then(1).else(0).end().as('is_paused')
    })
    .select(eb => {
      // No `exists`: PostgreSQL would scan the connections for it.
      const ofLane = eb
        .selectFrom('deliveries as before')
        .select('before.seq')
        .whereRef('before.lane', '=', 'connections.lane')
        .limit(1)
      const ofConnection = eb
        .selectFrom('deliveries as before')
        .select('before.seq')
        .whereRef('before.user_id', '=', 'connections.user_id')
        .whereRef('before.connection_id', '=', 'connections.id')
        .limit(1)
      const isEmpty = eb.and([eb(ofLane, 'is', null), eb(ofConnection, 'is', null)])
      return eb.case().when(isEmpty).then(1).else(0).end().as('is_empty')
    })
    .where('connections.id', 'in', eb =>
      eb
        .selectFrom(rowsFromJson<{ id: string }>(db, ids, { id: 'text' }).as('given'))
        .select('given.id'),
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
