/** Repeats deliveries after an attempt without success: later, in another form, or unchanged. */

import { clock } from '#server/base/clock.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import type { AlertRow } from '#server/store/rows/alerts.ts'
import { type FailedAttempt, withAttempt } from '#server/store/rows/attempt-log.ts'
import type { MessageButton } from '#shared/message/composed-message.ts'
import { deliveryTexts } from '#shared/texts/deliveries.ts'
import type { QueuedDelivery } from './deliveries.ts'
import type { SentParts } from './outcomes.ts'

/** One alert of an attempt without success: whether the attempt counts, and milliseconds until the next. */
export type Postponed = { waiting: QueuedDelivery; counted: 0 | 1; wait: number }

/**
 * Ends an attempt without success that will be repeated: with the same group, byte for byte, if this attempt or
 * an earlier one may have arrived, else with the alerts that are in the lane by then.
 */
export async function postponeDeliveries(
  trx: Transacting,
  postponed: readonly Postponed[],
  { now, uncertain }: { now: number; uncertain: boolean },
  attempt: FailedAttempt,
): Promise<void> {
  for (const { waiting, counted, wait } of postponed) {
    await trx
      .updateTable('deliveries')
      .set(eb => ({
        attempts: eb('attempts', '+', counted),
        due_at: now + wait,
        due_wait: wait,
        in_flight: 0,
        ...(uncertain ? { doubts: eb('doubts', '+', 1) } : { group_seq: waiting.group_seq }),
      }))
      .where('seq', '=', waiting.seq)
      .execute()
    await trx
      .updateTable('alerts')
      .set(eb => ({
        attempts: eb('attempts', '+', counted),
        next_attempt_at: now + wait,
        error_code: attempt.code,
        error_reason: attempt.reason,
        ...withAttempt(trx, { ...attempt, counted }),
        ...(uncertain ? { uncertain: 1 as const } : {}),
      }))
      .where('id', '=', waiting.alert_id)
      .where('status', '=', 'pending')
      .execute()
  }
}

/**
 * Takes back the last attempt of deliveries, counted before its outage was noticed. Also clears the wait that followed
 * it, unless an attempt of the delivery may have arrived.
 */
export async function uncountAttempts(trx: Transacting, seqs: readonly number[]): Promise<void> {
  const rows = await trx
    .updateTable('deliveries')
    .set(eb => ({
      attempts: eb('attempts', '-', 1),
      due_at: eb.case().when('doubts', '=', 0).then(0).else(eb.ref('due_at')).end(),
      due_wait: eb.case().when('doubts', '=', 0).then(0).else(eb.ref('due_wait')).end(),
    }))
    .where('seq', 'in', seqs)
    .where('attempts', '>', 0)
    .returning(['alert_id', 'doubts'])
    .execute()
  for (const { alert_id, doubts } of rows)
    await trx
      .updateTable('alerts')
      .set(eb => ({
        attempts: eb('attempts', '-', 1),
        ...(doubts === 0 && { next_attempt_at: null }),
      }))
      .where('id', '=', alert_id)
      .execute()
}

/** Sends the alerts of a refused group one by one, at once. */
export async function splitGroup(
  trx: Transacting,
  group: readonly QueuedDelivery[],
  attempt: FailedAttempt,
): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ in_flight: 0, group_seq: null, alone: 1 })
    .where(
      'seq',
      'in',
      group.map(({ seq }) => seq),
    )
    .execute()
  await logAttempt(trx, group.map(idOf), attempt)
}

/** Logs an attempt of alerts that are sent again at once, in another form. */
export async function logAttempt(
  trx: Transacting,
  ids: readonly string[],
  attempt: FailedAttempt,
): Promise<void> {
  await trx
    .updateTable('alerts')
    .set(withAttempt(trx, { ...attempt, counted: 0 }))
    .where('id', 'in', ids)
    .execute()
}

/** Part that can be left out of a message. */
export type SimplerPart = 'formatting' | 'preview' | 'buttons'

/** Buttons that are kept, by alert id; empty unless a single button was refused. */
export type KeptButtons = ReadonlyMap<string, MessageButton[][]>

/**
 * Leaves out of the message the part that Telegram refused; the rest is due at once. Without its formatting the
 * message has other parts, so the offsets of the sent ones are stored: their number alone would no longer tell
 * how far it was sent.
 */
export async function simplifyMessage(
  trx: Transacting,
  group: readonly QueuedDelivery[],
  { without, sent, buttons }: { without: SimplerPart; sent: SentParts; buttons: KeptButtons },
  attempt: FailedAttempt,
): Promise<void> {
  for (const waiting of group) {
    await trx
      .updateTable('deliveries')
      .set({
        in_flight: 0,
        group_seq: waiting.group_seq,
        sent_ends: JSON.stringify(sent.ends),
        ...(without === 'preview' ? { link_preview: 0 as const } : {}),
      })
      .where('seq', '=', waiting.seq)
      .execute()
    await trx
      .updateTable('alerts')
      .set({
        ...changed(without, buttons.get(waiting.alert_id)),
        ...withAttempt(trx, { ...attempt, counted: 0 }),
      })
      .where('id', '=', waiting.alert_id)
      .execute()
  }
}

function changed(
  without: SimplerPart,
  buttons: readonly MessageButton[][] = [],
): Partial<Pick<AlertRow, 'message_buttons' | 'message_entities' | 'message_times'>> {
  switch (without) {
    case 'formatting':
      return { message_entities: '[]', message_times: null }
    case 'preview':
      return {}
    case 'buttons':
      return { message_buttons: buttons.length === 0 ? null : JSON.stringify(buttons) }
  }
}

/**
 * Recovers deliveries that were in flight when a process ended: they may have arrived, so they are sent again
 * unchanged, and their alerts are marked as uncertain.
 */
export async function recoverInFlight(
  trx: Transacting,
  left: readonly Pick<QueuedDelivery, 'seq' | 'alert_id'>[],
): Promise<void> {
  for (const { seq } of left)
    await trx
      .updateTable('deliveries')
      .set(eb => ({ in_flight: 0, doubts: eb('doubts', '+', 1) }))
      .where('seq', '=', seq)
      .execute()
  const attempt = { at: clock.now(), ms: 0, code: 'interrupted', reason: deliveryTexts.interrupted }
  await trx
    .updateTable('alerts')
    .set({ uncertain: 1, ...withAttempt(trx, { ...attempt, counted: 0 }) })
    .where('id', 'in', left.map(idOf))
    .execute()
}

const idOf = ({ alert_id }: { alert_id: string }) => alert_id
