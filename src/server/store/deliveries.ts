import type { RichMessage } from '#shared/message/rich-message.ts'
import type { OwnerTransacting } from './owner.ts'
import type { Database, Transacting } from './schema.ts'

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
        due_at: 0,
        due_wait: 0,
        in_flight: 0 as const,
        group_seq: null,
        alone: 0 as const,
        link_preview: 1 as const,
        sent_ids: '[]',
      })),
    )
    .execute()

/** Every lane in which something waits to be sent. */
export async function waitingLanes(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('deliveries').select('lane').distinct().execute()
  return rows.map(row => row.lane)
}

/** The next delivery of a lane with all that is needed to send it. */
export const headOfLane = (db: Database, lane: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alert_id')
    .innerJoin('connections', 'connections.id', 'deliveries.connection_id')
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
      'deliveries.link_preview',
      'deliveries.sent_ids',
      'alerts.name',
      'alerts.reading',
      'alerts.payload',
      'alerts.received_at',
      'alerts.connection_name',
      'alerts.message_text',
      'alerts.message_entities',
      'alerts.missing',
      'connections.telegram_bot_token',
      'connections.bot_id',
      'connections.telegram_chat_id',
      'connections.chat_id',
      'connections.is_active',
      'connections.lane as connection_lane',
      'message_templates.content as template',
    ])
    .select(eb =>
      eb
        .exists(
          eb
            .selectFrom('deliveries as elder')
            .select('elder.seq')
            .whereRef('elder.user_id', '=', 'deliveries.user_id')
            .whereRef('elder.connection_id', '=', 'deliveries.connection_id')
            .whereRef('elder.seq', '<', 'deliveries.seq')
            .whereRef('elder.lane', '!=', 'deliveries.lane'),
        )
        .as('elder_elsewhere'),
    )
    .where('deliveries.lane', '=', lane)
    .orderBy('deliveries.seq')
    .limit(1)
    .executeTakeFirst()

export type Head = NonNullable<Awaited<ReturnType<typeof headOfLane>>>

/**
 * From here on the message may be in the chat: what is sent is on disk before it is sent.
 * @returns whether everything is still as it was when the head was read
 */
export async function beginAttempt(
  trx: Transacting,
  head: Head,
  { message, missing }: { message: RichMessage; missing: readonly string[] },
  now: number,
): Promise<boolean> {
  const begun = await trx
    .updateTable('deliveries')
    .set({ in_flight: 1 })
    .where('seq', '=', head.seq)
    .where('lane', '=', head.lane)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('connections')
          .select('id')
          .where('id', '=', head.connection_id)
          .where('lane', '=', head.lane)
          .where('telegram_bot_token', '=', head.telegram_bot_token)
          .where('is_active', '=', 1),
      ),
    )
    .executeTakeFirst()
  if (begun.numUpdatedRows === 0n) return false
  await trx
    .updateTable('alerts')
    .set(eb => ({
      message_text: message.text,
      message_entities: JSON.stringify(message.entities),
      missing: JSON.stringify(missing),
      first_attempt_at: eb.fn.coalesce('first_attempt_at', eb.val(now)),
    }))
    .where('id', '=', head.alert_id)
    .execute()
  return true
}

/** Those whose connection still writes to the lane's chat. */
export async function deliveriesOfLane(trx: Transacting, lane: string): Promise<number[]> {
  const rows = await trx
    .selectFrom('deliveries')
    .innerJoin('connections', 'connections.id', 'deliveries.connection_id')
    .select('deliveries.seq')
    .where('deliveries.lane', '=', lane)
    .where('connections.lane', '=', lane)
    .execute()
  return rows.map(row => row.seq)
}

export async function deliveriesOfConnections(
  own: OwnerTransacting,
  connectionIds: readonly string[],
): Promise<number[]> {
  const rows = await own.db
    .selectFrom('deliveries')
    .select('seq')
    .where('user_id', '=', own.userId)
    .where('connection_id', 'in', connectionIds)
    .execute()
  return rows.map(row => row.seq)
}

/**
 * What waits keeps its order in the lane that it comes into; what is on its way follows by itself.
 * Waits were the other chat's.
 */
export const moveDeliveriesOfConnection = (
  own: OwnerTransacting,
  connectionId: string,
  lane: string,
) =>
  own.db
    .updateTable('deliveries')
    .set({ lane, due_at: 0, due_wait: 0 })
    .where('user_id', '=', own.userId)
    .where('connection_id', '=', connectionId)
    .where('in_flight', '=', 0)
    .execute()

export const moveDelivery = (trx: Transacting, seq: number, lane: string) =>
  trx.updateTable('deliveries').set({ lane, in_flight: 0 }).where('seq', '=', seq).execute()

export const moveDeliveriesOfLane = (own: OwnerTransacting, from: string, to: string) =>
  own.db
    .updateTable('deliveries')
    .set({ lane: to, due_at: 0, due_wait: 0, in_flight: 0 })
    .where('user_id', '=', own.userId)
    .where('lane', '=', from)
    .execute()
