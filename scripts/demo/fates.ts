import { retryBackoff } from '#server/deliver/delays.ts'
import type { FailureReason } from '#server/store/queue/outcomes.ts'
import { DELIVERY_MAX_ATTEMPTS } from '#shared/limits.ts'
import { lateMinutes } from '#shared/message/late-mark.ts'
import type { DemoConnection } from './demo-connections.ts'
import { between, pick, type Random } from './random.ts'
import { asFailureReason, outage, switchedOff, unanswered } from './troubles.ts'

/** Outcome of an alert; `together` counts the alerts of its message. */
export type Fate =
  | {
      status: 'success'
      attempts: number
      tookMs: number
      messageId: number
      together: number
      lateMinutes: number | null
    }
  | { status: 'failed'; attempts: number; trouble: FailureReason; uncertain: boolean }

type Circumstances = { connection: DemoConnection; now: number; random: Random }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** One afternoon without Telegram for all bots; an alert waits for it at most a quarter of an hour. */
const OUTAGE = { daysAgo: 23, hour: 14, length: 45 * MINUTE_MS, patience: 15 * MINUTE_MS }

/** Alerts in a thousand that fail all three attempts, succeed at the third, succeed at the second or third. */
const LOST = 6
const SAVED_AT_LAST = 5
const SAVED = 14

/**
 * Fates of alerts that arrive at once: the first is sent alone, the others share the next message.
 * @param received milliseconds UTC, in order
 * @param messageId id of the first message
 */
export function fatesOf(
  received: readonly number[],
  messageId: number,
  circumstances: Circumstances,
): Fate[] {
  const [first, second, ...others] = received
  if (first === undefined) return []
  const alone = fateOf(first, { messageId, together: 1 }, circumstances)
  if (second === undefined) return [alone]
  const together = others.length + 1
  const joint = fateOf(second, { messageId: messageId + 1, together }, circumstances)
  const shared = (at: number): Fate =>
    joint.status === 'success' && alone.status === 'success'
      ? { ...joint, tookMs: alone.tookMs + joint.tookMs - (at - first) }
      : joint
  return [alone, shared(second), ...others.map(shared)]
}

function fateOf(
  at: number,
  message: { messageId: number; together: number },
  { connection, now, random }: Circumstances,
): Fate {
  const { offFor, troubles } = connection
  if (offFor !== null && at > now - offFor * DAY_MS) return failed(switchedOff, 0)
  const trouble = troubles.find(({ daysAgo, hours }) => {
    const since = at - (now - daysAgo * DAY_MS)
    return since >= 0 && since < hours * HOUR_MS
  })
  if (trouble) return failed(asFailureReason(trouble.failure), 1)
  const waits = restOfOutage(at, now)
  if (waits > OUTAGE.patience) return failed(outage, 0)

  const rolled = random() * 1_000
  if (rolled < LOST) {
    const failure = pick(random, unanswered)
    return { ...failed(asFailureReason(failure), DELIVERY_MAX_ATTEMPTS), uncertain: true }
  }
  const attempts = rolled < LOST + SAVED_AT_LAST ? 3 : rolled < LOST + SAVED ? 2 : 1
  const tookMs = Math.round(waits + retries(attempts) + answerTime(random))
  return {
    status: 'success',
    attempts,
    tookMs,
    ...message,
    lateMinutes: lateMinutes(at, at + tookMs),
  }
}

/** Milliseconds until Telegram answers bots again. */
function restOfOutage(at: number, now: number): number {
  const begins = now - (now % DAY_MS) - OUTAGE.daysAgo * DAY_MS + OUTAGE.hour * HOUR_MS
  const passed = at - begins
  return passed >= 0 && passed < OUTAGE.length ? OUTAGE.length - passed : 0
}

const failed = (trouble: FailureReason, attempts: number) =>
  ({ status: 'failed', attempts, trouble, uncertain: false }) as const

/** Milliseconds of backoff before the last attempt. */
const retries = (attempts: number): number =>
  Array.from({ length: attempts - 1 }, (_, index) => retryBackoff(index + 1) ?? 0).reduce(
    (sum, wait) => sum + wait,
    0,
  )

/** Milliseconds: 380 to 820, and 1.5 to 3.5 times as long in 6 % of cases. */
const answerTime = (random: Random): number =>
  between(random, 380, 820) * (random() < 0.06 ? between(random, 1.5, 3.5) : 1)
