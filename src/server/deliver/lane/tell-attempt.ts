import { clock } from '#server/base/clock.ts'
import type { NextStep, PreparedMessage } from '#server/deliver/outcome/delivery-context.ts'
import {
  type AttemptNext,
  type AttemptRecord,
  type Observer,
  outcomeOf,
} from '#server/observe/observer.ts'
import type { Failure } from '#server/telegram/failures.ts'
import { shortId } from '#shared/format.ts'

const NAMED_ALERTS = 10

type Attempt = Omit<AttemptRecord, 'outcome' | 'next'>

/**
 * Record of an attempt that was just answered or given up.
 * @param begun when the request left, on the monotonic clock
 */
export function attemptOf(
  kind: 'send' | 'look-up',
  { group }: PreparedMessage,
  begun: number,
): Attempt {
  const head = group[0].waiting
  const sendMs = Math.round(clock.monotonic() - begun)
  const waitMs = clock.now() - sendMs - (head.resent_at ?? head.received_at)
  return {
    kind,
    lane: head.lane,
    connection: shortId(head.connection_id),
    alerts: group.length,
    alertIds: group.slice(0, NAMED_ALERTS).map(({ waiting }) => waiting.alert_id),
    attempt: head.attempts + 1,
    // A clock may have been set back.
    waitMs: Math.max(0, waitMs),
    sendMs,
  }
}

/**
 * Reports a failed attempt once `settling` has written its consequences.
 * @returns the result of `settling`
 * @throws the error of `settling`
 */
export async function tellFailed(
  attempt: Attempt,
  failure: Failure,
  settling: Promise<NextStep>,
  observer: Pick<Observer, 'attempt'>,
): Promise<NextStep> {
  let next: NextStep | undefined
  try {
    next = await settling
    return next
  } finally {
    observer.attempt({ ...attempt, ...outcomeOf(failure), ...following(next, failure) })
  }
}

/** @param next undefined if the consequences of the failure could not be written */
function following(
  next: NextStep | undefined,
  failure: Failure,
): { next: AttemptNext; retryInMs?: number } {
  if (next === undefined) return { next: 'unknown' }
  if (next.kind === 'failed') return { next: 'failed' }
  if (next.kind === 'retry')
    return next.isOutage ? { next: 'outage' } : { next: 'retry', retryInMs: next.wait }
  if (failure.kind === 'flood') return { next: 'flood-wait', retryInMs: failure.retryAfter * 1_000 }
  return { next: 'again' }
}
