import type { Logger } from 'pino'
import type { SecretBox } from '#server/base/secrets.ts'
import type { Begun } from '#server/store/queue/begin-attempt.ts'
import type { Waiting } from '#server/store/queue/deliveries.ts'
import type { SentParts, Trouble } from '#server/store/queue/outcomes.ts'
import { sendOptionColumns } from '#server/store/rows/connection-fields.ts'
import { fitsOneMessage, groupMessages } from '#shared/message/group.ts'
import { lateMinutes, markLate } from '#shared/message/late-mark.ts'
import type { RichMessage } from '#shared/message/rich-message.ts'
import { partsFrom } from '#shared/message/split.ts'
import { deliveryTexts } from '#shared/texts.ts'
import { composeMessage } from './compose-message.ts'

/** Alerts that leave as one message, or the next part of one alert's long message. */
export type Outgoing = {
  group: readonly [Begun, ...Begun[]]
  token: string
  piece: RichMessage
  /** Where in the message's text what comes after the piece begins; null: nothing does. */
  end: number | null
  /** What of the message has arrived before. */
  sent: SentParts
}

type Tools = { secretBox: SecretBox; timeZone: string; log: Logger }

/**
 * What leaves next from the front of a lane: its head, and with it the neighbours that had to wait
 * as well, as long as they fit. A message that may have arrived is gathered again as it was.
 * @returns the trouble with the head when there is nothing to send of it
 */
export function gatherMessage(
  [head, ...others]: readonly [Waiting, ...Waiting[]],
  tools: Tools,
  now: number,
): Outgoing | Trouble {
  const first = makeReady(head, tools, now)
  if ('code' in first) return first
  const { begun, token } = first
  const group: [Begun, ...Begun[]] = [begun]
  let message = shown(begun)
  for (const other of neighboursOf(head, others)) {
    if (!isNeighbour(head, other)) break
    const next = makeReady(other, tools, now)
    if ('code' in next || next.token !== token) break
    const joined = groupMessages([message, shown(next.begun)])
    if (!fitsOneMessage(joined)) break
    group.push(next.begun)
    message = joined
  }
  const sent = sentParts(head, message)
  const [next, another] = partsFrom(message, sent.ends.at(-1) ?? 0)
  if (!next) return { code: 'message_empty', reason: deliveryTexts.empty }
  return { group, token, piece: next.piece, end: another ? next.end : null, sent }
}

/** A version that only counted parts may have sent the last of them. */
function sentParts({ sent_ids, sent_ends }: Waiting, message: RichMessage): SentParts {
  const ids: number[] = JSON.parse(sent_ids)
  const known: number[] = JSON.parse(sent_ends).slice(0, ids.length)
  const counted = partsFrom(message, known.at(-1) ?? 0).take(ids.length - known.length)
  return { ids, ends: [...known, ...counted.map(({ end }) => end)] }
}

/** What was sent together is looked for, though another one may stand in between by now. */
const neighboursOf = (head: Waiting, others: readonly Waiting[]): readonly Waiting[] =>
  head.group_seq === null ? others : others.filter(({ group_seq }) => group_seq === head.group_seq)

/** Whether it may share the head's message: what was sent together stays so, and nobody overtakes. */
function isNeighbour(head: Waiting, other: Waiting): boolean {
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

/** One that was moved or switched off since it left is settled at its own turn. */
const maySend = ({ lane, connection_lane, elder_elsewhere, is_active }: Waiting): boolean =>
  lane === connection_lane && elder_elsewhere === 0 && is_active === 1

const sameOptions = [...sendOptionColumns, 'takes_preview', 'chat_id'] as const

/** Whatever is wrong with one alert's own data ends that alert and no other. */
function makeReady(
  waiting: Waiting,
  { secretBox, timeZone, log }: Tools,
  now: number,
): { begun: Begun; token: string } | Trouble {
  try {
    const composed = composeMessage(waiting, timeZone)
    if ('code' in composed) return composed
    const token = secretBox.decrypt(waiting.telegram_bot_token)
    return { begun: { waiting, ...composed, lateMinutes: delayOf(waiting, now) }, token }
  } catch (error) {
    log.error({ err: error, alertId: waiting.alert_id }, 'the alert can not be made into a message')
    return { code: 'unreadable', reason: deliveryTexts.unreadable }
  }
}

/** What may have arrived says what it said. */
function delayOf(waiting: Waiting, now: number): number | null {
  if (waiting.group_seq !== null) return waiting.late_minutes
  return waiting.mark_late === 1 ? lateMinutes(waiting.received_at, now) : null
}

const shown = ({ message, lateMinutes }: Begun): RichMessage => markLate(message, lateMinutes)
