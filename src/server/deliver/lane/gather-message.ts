import type { Logger } from 'pino'
import type { SecretBox } from '#server/base/secrets.ts'
import type { LengthUnits } from '#server/deliver/limits/length-units.ts'
import type { PreparedMessage } from '#server/deliver/outcome/delivery-context.ts'
import type { PreparedAlert } from '#server/store/queue/begin-attempt.ts'
import type { QueuedDelivery } from '#server/store/queue/deliveries.ts'
import type { FailureReason, SentParts } from '#server/store/queue/outcomes.ts'
import { sendOptionColumns } from '#server/store/rows/connection-fields.ts'
import type { ComposedMessage } from '#shared/message/composed-message.ts'
import { MessageGroup } from '#shared/message/group.ts'
import { lateMinutes, markLate } from '#shared/message/late-mark.ts'
import { groupButtons } from '#shared/message/message-buttons.ts'
import type { RichMessage } from '#shared/message/rich-message.ts'
import { partsFrom } from '#shared/message/split.ts'
import { connectionTexts } from '#shared/texts/connections.ts'
import { deliveryTexts } from '#shared/texts/deliveries.ts'
import { composeMessage, fallbackMessage } from './compose-message.ts'

type Tools = {
  secretBox: SecretBox
  timeZone: string
  lengthUnits: Pick<LengthUnits, 'of'>
  log: Logger
}

/**
 * Makes the next message from the front of a lane: its head and the following alerts that had to wait
 * too, as long as they fit. A message that may have arrived is made again from the same alerts.
 * @returns the message, or the reason why the head can't be sent
 */
export function gatherMessage(
  [head, ...others]: readonly [QueuedDelivery, ...QueuedDelivery[]],
  tools: Tools,
  now: number,
): PreparedMessage | FailureReason {
  const first = makeReady(head, tools, now)
  if ('code' in first) return first
  const { begun, token } = first
  const group: [PreparedAlert, ...PreparedAlert[]] = [begun]
  const unit = tools.lengthUnits.of(head.bot_id)
  const messages = new MessageGroup(shown(begun), unit)
  for (const other of neighboursOf(head, others)) {
    if (!isNeighbour(head, other)) break
    const next = makeReady(other, tools, now)
    if ('code' in next || next.token !== token) break
    if (!messages.add(shown(next.begun))) break
    group.push(next.begun)
  }
  const message = messages.joined()
  const sent = sentParts(head, message)
  const [next, another] = partsFrom(message, sent.ends.at(-1) ?? 0, unit)
  if (!next) return { code: 'message_empty', reason: deliveryTexts.empty }
  const piece = {
    ...next.piece,
    ...attachmentsFor(group, { isFirst: sent.ids.length === 0, isLast: !another }),
  }
  return { group, token, piece, end: another ? next.end : null, sent }
}

/** Buttons under the last part of the text; the newest picture above the first or below the last part. */
function attachmentsFor(
  group: readonly [PreparedAlert, ...PreparedAlert[]],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): Pick<ComposedMessage, 'buttons' | 'picture'> {
  const [head, ...others] = group
  const buttons =
    others.length === 0
      ? head.message.buttons
      : groupButtons(group.map(({ message }) => message.buttons))
  const picture = group.findLast(({ message }) => message.picture)?.message.picture ?? null
  const hasPicture = picture?.place === 'above' ? isFirst : isLast
  return { buttons: isLast ? buttons : [], picture: hasPicture ? picture : null }
}

/** Rows of older versions store only the ids of sent parts; the missing ends are computed. */
function sentParts({ sent_ids, sent_ends }: QueuedDelivery, message: RichMessage): SentParts {
  const ids: number[] = JSON.parse(sent_ids)
  const known: number[] = JSON.parse(sent_ends).slice(0, ids.length)
  const counted = partsFrom(message, known.at(-1) ?? 0).take(ids.length - known.length)
  return { ids, ends: [...known, ...counted.map(({ end }) => end)] }
}

/** Alerts that share the head's group, without later arrivals between them. All others if the head has no group. */
const neighboursOf = (
  head: QueuedDelivery,
  others: readonly QueuedDelivery[],
): readonly QueuedDelivery[] =>
  head.group_seq === null ? others : others.filter(({ group_seq }) => group_seq === head.group_seq)

/**
 * True if the alert may share the head's message. A message that may have arrived keeps its alerts; a new message takes
 * only alerts that are due as early as the head, may be grouped, and go to the same chat with the same options.
 */
function isNeighbour(head: QueuedDelivery, other: QueuedDelivery): boolean {
  if (!maySend(other) || head.group_seq !== other.group_seq) return false
  if (head.group_seq !== null) return true
  return (
    [head, other].every(
      one => one.group_bursts === 1 && one.alone === 0 && one.sent_ids === '[]',
    ) &&
    other.due_at <= head.due_at &&
    sameOptions.every(option => head[option] === other[option])
  )
}

/**
 * False if the alert's connection moved or was switched off, or if an older alert of it waits in another lane: handled
 * once the alert is the head.
 */
const maySend = ({ lane, connection_lane, elder_elsewhere, is_active }: QueuedDelivery): boolean =>
  lane === connection_lane && elder_elsewhere === 0 && is_active === 1

const sameOptions = [...sendOptionColumns, 'takes_preview', 'chat_id'] as const

/** Invalid data fails only its own alert. */
function makeReady(
  waiting: QueuedDelivery,
  { secretBox, timeZone, log }: Tools,
  now: number,
): { begun: PreparedAlert; token: string } | FailureReason {
  try {
    const composed = composeOrFallBack(waiting, timeZone, log)
    if ('code' in composed) return composed
    const token = secretBox.tryDecrypt(waiting.telegram_bot_token)
    if (token === null) return { code: 'unreadable', reason: connectionTexts.unreadable }
    return { begun: { waiting, ...composed, lateMinutes: delayOf(waiting, now) }, token }
  } catch (error) {
    log.error({ err: error, alertId: waiting.alert_id }, 'the alert can not be made into a message')
    return { code: 'not_composed', reason: deliveryTexts.notComposed }
  }
}

function composeOrFallBack(
  waiting: QueuedDelivery,
  timeZone: string,
  log: Logger,
): ReturnType<typeof composeMessage> {
  try {
    return composeMessage(waiting, timeZone)
  } catch (error) {
    const fallback = fallbackMessage(waiting)
    if (fallback.message.text === '') throw error
    const told = { err: error, alertId: waiting.alert_id }
    log.error(told, 'the template can not be filled: the alert is sent as its own text')
    return fallback
  }
}

/** Minutes for the late mark, null without one; a message that may have arrived keeps its value. */
function delayOf(waiting: QueuedDelivery, now: number): number | null {
  if (waiting.group_seq !== null) return waiting.late_minutes
  return waiting.mark_late === 1 ? lateMinutes(waiting.received_at, now) : null
}

const shown = ({ message, lateMinutes }: PreparedAlert): RichMessage =>
  markLate(message, lateMinutes)
