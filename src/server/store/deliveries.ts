import type { RichMessage } from '#shared/message/rich-message.ts'
import type { OwnerTransacting } from './owner.ts'
import type { Database, Transacting } from './schema.ts'

/** Rows named in one statement: databases allow only so many values. */
const STEP = 500

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

/** One part of a message has arrived: a later attempt goes on behind it. */
export const keepSentParts = (trx: Transacting, seq: number, sentIds: number[]) =>
  trx
    .updateTable('deliveries')
    .set({ sent_ids: JSON.stringify(sentIds) })
    .where('seq', '=', seq)
    .execute()

/** Delivered: even if the delivery was taken away meanwhile, for the message is in the chat. */
export async function completeDelivery(
  trx: Transacting,
  head: Pick<Head, 'seq' | 'alert_id' | 'attempts'>,
  messageIds: number[],
  now: number,
): Promise<void> {
  await trx.deleteFrom('deliveries').where('seq', '=', head.seq).execute()
  await trx
    .updateTable('alerts')
    .set({
      status: 'success',
      attempts: head.attempts + 1,
      next_attempt_at: null,
      error_code: null,
      error_reason: null,
      message_ids: JSON.stringify(messageIds),
      delivered_at: now,
    })
    .where('id', '=', head.alert_id)
    .execute()
}

export type Trouble = { code: string; reason: string }

/** The attempt is over without success, and there will be another one. */
export async function postponeDelivery(
  trx: Transacting,
  head: Pick<Head, 'seq' | 'alert_id'>,
  next: { attempts: number; wait: number; now: number; uncertain: boolean },
  trouble: Trouble,
): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({
      attempts: next.attempts,
      due_at: next.now + next.wait,
      due_wait: next.wait,
      in_flight: 0,
    })
    .where('seq', '=', head.seq)
    .execute()
  await trx
    .updateTable('alerts')
    .set({
      attempts: next.attempts,
      next_attempt_at: next.now + next.wait,
      error_code: trouble.code,
      error_reason: trouble.reason,
      ...(next.uncertain ? { uncertain: 1 as const } : {}),
    })
    .where('id', '=', head.alert_id)
    .where('status', '=', 'pending')
    .execute()
}

/** The message stays, without what Telegram would not take of it, and is due at once. */
export async function simplifyMessage(
  trx: Transacting,
  head: Pick<Head, 'seq' | 'alert_id'>,
  without: 'formatting' | 'preview',
): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ in_flight: 0, ...(without === 'preview' ? { link_preview: 0 as const } : {}) })
    .where('seq', '=', head.seq)
    .execute()
  if (without === 'formatting')
    await trx
      .updateTable('alerts')
      .set({ message_entities: '[]' })
      .where('id', '=', head.alert_id)
      .execute()
}

/** @returns the alerts whose deliveries were still there: they are failed now */
export async function failDeliveries(
  trx: Transacting,
  seqs: readonly number[],
  trouble: Trouble & { attempts?: number; uncertain?: boolean },
): Promise<string[]> {
  const failed: string[] = []
  for (let from = 0; from < seqs.length; from += STEP) {
    const rows = await trx
      .deleteFrom('deliveries')
      .where('seq', 'in', seqs.slice(from, from + STEP))
      .returning('alert_id')
      .execute()
    failed.push(...rows.map(row => row.alert_id))
  }
  for (let from = 0; from < failed.length; from += STEP)
    await trx
      .updateTable('alerts')
      .set({
        status: 'failed',
        next_attempt_at: null,
        error_code: trouble.code,
        error_reason: trouble.reason,
        ...(trouble.attempts === undefined ? {} : { attempts: trouble.attempts }),
        ...(trouble.uncertain ? { uncertain: 1 as const } : {}),
      })
      .where('id', 'in', failed.slice(from, from + STEP))
      .execute()
  return failed
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

/** What was on its way when the process ended may have arrived: it is sent again, and says so. */
export async function recoverInFlight(trx: Transacting): Promise<number> {
  const rows = await trx
    .updateTable('deliveries')
    .set({ in_flight: 0 })
    .where('in_flight', '=', 1)
    .returning('alert_id')
    .execute()
  for (const { alert_id } of rows)
    await trx.updateTable('alerts').set({ uncertain: 1 }).where('id', '=', alert_id).execute()
  return rows.length
}
