import { sql } from 'kysely'
import { asJson, rowsFromJson } from '#server/store/engine/dialect.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { optionColumns } from '#server/store/rows/connection-fields.ts'
import type { ConnectionRow } from '#server/store/rows/connections.ts'
import { messageColumnNames } from '#server/store/rows/message-columns.ts'
import { ownZone } from '#server/store/rows/profiles.ts'
import { hasTombstone } from '#server/store/rows/tombstones.ts'
import { isPaused } from './pauses.ts'
import { type RemainingWaits, remaining } from './stored-flood-waits.ts'

/** Columns of a delivery of which no part was sent, and which no wait holds back. */
export const UNSENT = {
  in_flight: 0,
  doubts: 0,
  group_seq: null,
  sent_ids: '[]',
  sent_ends: '[]',
  due_at: 0,
  due_wait: 0,
} as const

export type NewDelivery = { alertId: string; userId: string; connectionId: string; lane: string }

/** Inserts deliveries in the given order, in which they will be sent. */
export const insertDeliveries = (trx: Transacting, deliveries: readonly NewDelivery[]) =>
  insertGiven(trx, givenDeliveries(deliveries))

export const insertingDeliveries = (trx: Transacting, deliveries: readonly NewDelivery[]) =>
  insertGiven.query(trx, givenDeliveries(deliveries))

const givenDeliveries = (deliveries: readonly NewDelivery[]): string =>
  asJson(
    deliveries.map(({ alertId, userId, connectionId, lane }) => ({
      alert_id: alertId,
      user_id: userId,
      connection_id: connectionId,
      lane,
    })),
  )

type GivenDelivery = { alert_id: string; user_id: string; connection_id: string; lane: string }

const insertGiven = prepared((db, rows: string) =>
  db
    .insertInto('deliveries')
    .columns([
      'alert_id',
      'user_id',
      'connection_id',
      'lane',
      'attempts',
      'in_flight',
      'sent_ids',
      'sent_ends',
      'due_at',
      'due_wait',
      'alone',
      'link_preview',
    ])
    .expression(eb =>
      eb
        .selectFrom(
          rowsFromJson<GivenDelivery>(db, rows, {
            alert_id: 'text',
            user_id: 'text',
            connection_id: 'text',
            lane: 'text',
          }).as('given'),
        )
        .select(['alert_id', 'user_id', 'connection_id', 'lane'])
        .select(({ lit, val }) => [
          lit(0).as('attempts'),
          lit(0).as('in_flight'),
          val('[]').as('sent_ids'),
          val('[]').as('sent_ends'),
          lit(0).as('due_at'),
          lit(0).as('due_wait'),
          lit(0).as('alone'),
          lit(1).as('link_preview'),
        ]),
    )
    .returning(['alert_id', 'seq']),
)

/** Maximum of alerts read for one message: more would hardly fit. */
export const LARGEST_GROUP = 100
/** Bytes after which further alerts are left to the next message. */
const LARGEST_READING = 256 * 1_024

/** A lane, and how many of its deliveries are read: the first, or as many as may share a message. */
export type FrontOf = { lane: string; most: 1 | typeof LARGEST_GROUP }

/**
 * Reads the next deliveries of each lane, with all that is needed to send them. Deliveries that were sent
 * together are read together, however large.
 */
export const readFronts = async (
  db: Database,
  lanes: readonly FrontOf[],
): Promise<ReadonlyMap<string, LaneEntry[]>> =>
  Map.groupBy(await frontsOf(db, JSON.stringify(lanes)), ({ lane }) => lane)

const frontsOf = prepared((db, lanes: string) =>
  withContext(db, lanes)
    .where(eb =>
      eb.or([
        eb('nearest.bytes_before', '<', LARGEST_READING),
        eb('deliveries.group_seq', 'is not', null),
        eb('deliveries.in_flight', '=', 1),
      ]),
    )
    .orderBy('deliveries.lane')
    .orderBy('deliveries.seq'),
)

/** First deliveries of each lane. Neither database reads a text to measure its length. */
function nearest(db: Database, lanes: string) {
  const nth = (place: number) => sql`(select seq from deliveries as nth where nth.lane = given.lane
    order by nth.seq limit 1 offset ${sql.lit(place - 1)})`
  return db
    .selectFrom(rowsFromJson<FrontOf>(db, lanes, { lane: 'text', most: 'bigint' }).as('given'))
    .crossJoin('deliveries')
    .crossJoin('alerts')
    .select([
      'deliveries.seq',
      sql<number>`sum(${bytes}) over (partition by deliveries.lane order by deliveries.seq)
        - ${bytes}`.as('bytes_before'),
      sql<number | null>`lag(deliveries.seq) over (
        partition by deliveries.lane, deliveries.connection_id order by deliveries.seq)`.as(
        'previous_seq',
      ),
    ])
    .whereRef('deliveries.lane', '=', 'given.lane')
    .where(
      sql<boolean>`deliveries.seq <= case given.most when 1 then ${nth(1)}
        else coalesce(${nth(LARGEST_GROUP)}, ${sql.lit(Number.MAX_SAFE_INTEGER)}) end`,
    )
    .whereRef('alerts.id', '=', 'deliveries.alert_id')
}

const bytes = sql`(octet_length(alerts.payload) + coalesce(octet_length(alerts.message_text), 0))`

/** Columns needed of a delivery's connection, template, lane and bot. */
export const contextColumns = [
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
  'message_templates.buttons as template_buttons',
  'message_templates.picture as template_picture',
  'message_templates.when_missing as template_when_missing',
  'lanes.waits_until as lane_waits_until',
  'lanes.wait as lane_wait',
  'bots.waits_until as bot_waits_until',
  'bots.wait as bot_wait',
] as const

const withContext = (db: Database, lanes: string) =>
  db
    .selectFrom(nearest(db, lanes).as('nearest'))
    .innerJoin('deliveries', 'deliveries.seq', 'nearest.seq')
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
      'deliveries.doubts',
      'deliveries.group_seq',
      'deliveries.alone',
      'deliveries.link_preview as takes_preview',
      'deliveries.sent_ids',
      'deliveries.sent_ends',
      'alerts.address_id',
      'alerts.name',
      'alerts.reading',
      'alerts.payload',
      'alerts.received_at',
      'alerts.resent_at',
      'alerts.connection_name',
      ...messageColumnNames.map(column => `alerts.${column}` as const),
      'alerts.missing',
      'alerts.taken',
      'alerts.misfit',
      'alerts.late_minutes',
      ...contextColumns,
      ownZone('deliveries.user_id'),
    ])
    .select(eb => eb.case().when(hasTombstone).then(1).else(0).end().as('has_tombstone'))
    .select(eb => {
      const paused = isPaused('deliveries.user_id', 'deliveries.lane')
      return eb.case().when(paused).then(1).else(0).end().as('is_paused')
    })
    .select(eb => {
      const elder = eb
        .selectFrom('deliveries as elder')
        .select('elder.seq')
        .whereRef('elder.user_id', '=', 'deliveries.user_id')
        .whereRef('elder.connection_id', '=', 'deliveries.connection_id')
        .where('elder.seq', '>', eb.fn.coalesce('nearest.previous_seq', sql.lit(-1)))
        .whereRef('elder.seq', '<', 'deliveries.seq')
      return eb.case().when(eb.exists(elder)).then(1).else(0).end().as('elder_elsewhere')
    })

/** A delivery in its lane; its connection may be gone. */
export type LaneEntry = Awaited<ReturnType<typeof frontsOf>>[number]

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

/** True if its connection is gone and no tombstone cancels it. */
export const isOrphan = ({ has_tombstone, connection_lane }: LaneEntry): boolean =>
  has_tombstone === 0 && connection_lane === null

/** Remaining flood waits of a delivery's lane and bot. */
export const floodWaitsOf = (
  head: Pick<QueuedDelivery, `${'lane' | 'bot'}_${'waits_until' | 'wait'}`>,
  now: number,
): RemainingWaits => ({
  lane: remaining({ until: head.lane_waits_until, wait: head.lane_wait }, now),
  bot: remaining({ until: head.bot_waits_until, wait: head.bot_wait }, now),
})

/** Time since which the first alert to be sent has waited (milliseconds UTC); null if no alert waits. */
export async function waitingSince(
  { db, userId }: Owner,
  connectionId: string | undefined,
): Promise<number | null> {
  let firsts = db
    .selectFrom('connections')
    .where('connections.user_id', '=', userId)
    .select(eb =>
      eb
        .selectFrom('deliveries')
        .select('deliveries.seq')
        .whereRef('deliveries.user_id', '=', 'connections.user_id')
        .whereRef('deliveries.connection_id', '=', 'connections.id')
        .orderBy('deliveries.seq')
        .limit(1)
        .as('seq'),
    )
  if (connectionId !== undefined) firsts = firsts.where('connections.id', '=', connectionId)
  const first = await db
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alert_id')
    .select(eb => eb.fn.coalesce('alerts.resent_at', 'alerts.received_at').as('since'))
    .where('deliveries.seq', '=', eb =>
      eb.selectFrom(firsts.as('firsts')).select(min => min.fn.min('firsts.seq').as('seq')),
    )
    .executeTakeFirst()
  return first?.since ?? null
}
