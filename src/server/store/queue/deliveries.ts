import type { Owner } from '#server/store/engine/owner.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { optionColumns } from '#server/store/rows/connection-fields.ts'
import type { ConnectionRow } from '#server/store/rows/connections.ts'
import { hasTombstone } from '#server/store/rows/tombstones.ts'
import { type RemainingWaits, remaining } from './stored-flood-waits.ts'

/** No part of it was sent, and no wait holds it back. */
export const UNSENT = {
  in_flight: 0,
  group_seq: null,
  sent_ids: '[]',
  sent_ends: '[]',
  due_at: 0,
  due_wait: 0,
} as const

export type NewDelivery = { alertId: string; userId: string; connectionId: string; lane: string }

/** In the order given: it is the order in which they will be sent. */
export const insertDeliveries = (trx: Transacting, deliveries: readonly NewDelivery[]) =>
  trx
    .insertInto('deliveries')
    .values(
      deliveries.map(({ alertId, userId, connectionId, lane }) => ({
        alert_id: alertId,
        user_id: userId,
        connection_id: connectionId,
        lane,
        attempts: 0,
        ...UNSENT,
        alone: 0 as const,
        link_preview: 1 as const,
      })),
    )
    .execute()

/** Every lane that has a delivery. */
export async function queuedLanes(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('deliveries').select('lane').distinct().execute()
  return rows.map(row => row.lane)
}

/** Alerts read for one message: more would hardly fit. */
const LARGEST_GROUP = 100

/** The next delivery of a lane with all that is needed to send it. */
export const headOfLane = prepared((db, lane: string) => front(db, lane).limit(1))

/** The next deliveries of a lane, as many as may share a message. */
export const frontOfLane = prepared((db, lane: string) => front(db, lane).limit(LARGEST_GROUP))

const front = (db: Database, lane: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alert_id')
    .leftJoin('connections', 'connections.id', 'deliveries.connection_id')
    .leftJoin('lanes', 'lanes.lane', 'deliveries.lane')
    .leftJoin('bots', 'bots.bot_id', 'connections.bot_id')
    .leftJoin('message_templates', join =>
      join
        .onRef('message_templates.user_id', '=', 'connections.user_id')
        .onRef('message_templates.id', '=', 'connections.template_id'),
    )
    .select([
      'deliveries.seq',
      'deliveries.alert_id',
      'deliveries.user_id',
      'deliveries.connection_id',
      'deliveries.lane',
      'deliveries.attempts',
      'deliveries.due_at',
      'deliveries.due_wait',
      'deliveries.in_flight',
      'deliveries.group_seq',
      'deliveries.alone',
      'deliveries.link_preview as takes_preview',
      'deliveries.sent_ids',
      'deliveries.sent_ends',
      'alerts.name',
      'alerts.reading',
      'alerts.payload',
      'alerts.received_at',
      'alerts.resent_at',
      'alerts.connection_name',
      'alerts.message_text',
      'alerts.message_entities',
      'alerts.missing',
      'alerts.taken',
      'alerts.misfit',
      'alerts.late_minutes',
      'connections.telegram_bot_token',
      'connections.bot_id',
      'connections.telegram_chat_id',
      'connections.chat_id',
      'connections.is_active',
      'connections.lane as connection_lane',
      ...optionColumns.map(column => `connections.${column}` as const),
      'connections.template_id',
      'message_templates.content as template',
      'message_templates.version as template_version',
      'lanes.waits_until as lane_waits_until',
      'lanes.wait as lane_wait',
      'bots.waits_until as bot_waits_until',
      'bots.wait as bot_wait',
    ])
    .select(eb => eb.case().when(hasTombstone).then(1).else(0).end().as('has_tombstone'))
    .select(eb => {
      const elder = eb
        .selectFrom('deliveries as elder')
        .select('elder.seq')
        .whereRef('elder.user_id', '=', 'deliveries.user_id')
        .whereRef('elder.connection_id', '=', 'deliveries.connection_id')
        .whereRef('elder.seq', '<', 'deliveries.seq')
        .whereRef('elder.lane', '!=', 'deliveries.lane')
      return eb.case().when(eb.exists(elder)).then(1).else(0).end().as('elder_elsewhere')
    })
    .where('deliveries.lane', '=', lane)
    .orderBy('deliveries.seq')

/** A delivery as it stands in its lane: its connection may be gone. */
export type LaneEntry = Awaited<ReturnType<typeof frontOfLane>>[number]

/** A delivery that is to be sent, to the chat of its connection. */
export type QueuedDelivery = LaneEntry & {
  [Column in ConnectionColumn]: NonNullable<LaneEntry[Column]>
} & Pick<ConnectionRow, (typeof optionColumns)[number]>

type ConnectionColumn =
  | 'telegram_bot_token'
  | 'bot_id'
  | 'telegram_chat_id'
  | 'is_active'
  | 'connection_lane'

export const isQueued = (entry: LaneEntry): entry is QueuedDelivery =>
  entry.has_tombstone === 0 && !isOrphan(entry)

/** Its connection is gone, and it has not failed yet. */
export const isOrphan = ({ has_tombstone, connection_lane }: LaneEntry): boolean =>
  has_tombstone === 0 && connection_lane === null

/** How long Telegram has told its lane and its bot to wait. */
export const floodWaitsOf = (head: QueuedDelivery, now: number): RemainingWaits => ({
  lane: remaining({ until: head.lane_waits_until, wait: head.lane_wait }, now),
  bot: remaining({ until: head.bot_waits_until, wait: head.bot_wait }, now),
})

/** How many alerts wait to be sent, and since when the first of them does (milliseconds UTC). */
export async function queueStatus(
  owner: Owner,
  connectionId: string | undefined,
): Promise<{ count: number; since: number | null }> {
  let queued = owner.db.selectFrom('deliveries').where('deliveries.user_id', '=', owner.userId)
  if (connectionId !== undefined)
    queued = queued.where('deliveries.connection_id', '=', connectionId)
  const [{ count }, first] = await Promise.all([
    queued.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    queued
      .innerJoin('alerts', 'alerts.id', 'deliveries.alert_id')
      .select(eb => eb.fn.coalesce('alerts.resent_at', 'alerts.received_at').as('since'))
      .orderBy('deliveries.seq')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { count, since: first?.since ?? null }
}

/** The token with which to ask whether Telegram answers the lane's bot. */
export const tokenOfLane = prepared((db, lane: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('connections', 'connections.id', 'deliveries.connection_id')
    .select('connections.telegram_bot_token')
    .where('deliveries.lane', '=', lane)
    .orderBy('deliveries.seq')
    .limit(1),
)
