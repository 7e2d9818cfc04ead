import type { AlertDetail, Attempt } from '#shared/model/alert.ts'

type Kind =
  | 'bar'
  | 'fired'
  | 'received'
  | 'resent'
  | 'sent'
  | 'retried'
  | 'delivered'
  | 'failed'
  | 'waiting'

export interface JourneyStep {
  kind: Kind
  /** Instant of the step; null if unknown. */
  at: string | null
  /** Milliseconds since the previous step; `unclear` if negative, as clocks differ; null if unknown or `waiting`. */
  ms: number | 'unclear' | null
  /** True if measured from TradingView's clock, which has a resolution of one second. */
  approximate: boolean
  /** Finished attempt of this step, if known. */
  attempt: Attempt | null
  /** Number among the counted attempts; null if unknown or not counted. */
  nth: number | null
}

export interface Journey {
  steps: JourneyStep[]
  /** Duration of the whole delivery; null until delivered, or if the duration of no step is known. */
  total: { ms: number; approximate: boolean } | null
  /** Slowest step and its share of the total; null without a total, and for totals below `WORTH_A_WORD_MS`. */
  longest: { kind: Kind; share: number; step: JourneyStep } | null
}

type Journeying = Pick<
  AlertDetail,
  | 'telegramDeliveryStatus'
  | 'timestamp'
  | 'barTime'
  | 'firedAt'
  | 'resentAt'
  | 'firstAttemptAt'
  | 'deliveredAt'
  | 'nextAttemptAt'
  | 'retryAttempts'
  | 'reason'
  | 'attempts'
>

/** In ms; faster deliveries have no remark. */
const WORTH_A_WORD_MS = 1_000
/** In ms; an attempt is recorded up to this long before it is sent. */
const WRITTEN_BEFORE_MS = 1_000

/**
 * Steps of an alert from its bar to the chat, as far as reached. The delivery's time counts from a resend by
 * hand, else from TradingView's firing or, if that is unknown, from the arrival.
 */
export function journeyOf(alert: Journeying): Journey {
  const steps = stepsOf(alert)
  if (steps.at(-1)?.kind !== 'delivered') return { steps, total: null, longest: null }

  const begin = steps.findIndex(({ kind }) => kind === beginning(alert))
  const timed = steps
    .slice(begin + 1)
    .flatMap(step => (typeof step.ms === 'number' ? [{ ...step, ms: step.ms, step }] : []))
  const [first, ...others] = timed
  if (!first) return { steps, total: null, longest: null }

  const ms = timed.reduce((sum, step) => sum + step.ms, 0)
  const { kind, ...slowest } = others.reduce(
    (most, step) => (step.ms > most.ms ? step : most),
    first,
  )
  // After a failed attempt, most of this step was the wait for the next one.
  const isRetried = kind === 'delivered' && steps.at(-2)?.attempt != null
  const share = slowest.ms / ms
  return {
    steps,
    total: { ms, approximate: timed.some(step => step.approximate) },
    longest:
      ms < WORTH_A_WORD_MS
        ? null
        : { kind: isRetried ? 'retried' : kind, share, step: slowest.step },
  }
}

function beginning({ firedAt, resentAt }: Journeying): Kind {
  if (resentAt !== null) return 'resent'
  return firedAt === null ? 'received' : 'fired'
}

type Reached = Pick<JourneyStep, 'kind' | 'at'> & Partial<JourneyStep>

function stepsOf(alert: Journeying): JourneyStep[] {
  const { resentAt, attempts = [] } = alert
  const isBefore = ({ at }: Attempt) => resentAt !== null && Date.parse(at) < Date.parse(resentAt)
  const before = attempts.filter(isBefore)
  const reached: Reached[] = [
    { kind: 'bar', at: alert.barTime },
    { kind: 'fired', at: alert.firedAt },
    { kind: 'received', at: alert.timestamp },
    ...before.map(attempt => asStep(attempt, attempt.reason === null ? 'delivered' : 'retried')),
    { kind: 'resent', at: resentAt },
    ...attemptsOf(alert, attempts.slice(before.length)),
  ]
  const known = reached.filter(({ at }) => at !== null)
  return [...known, endOf(alert)].map((step, index) => {
    const last = known[index - 1]
    return {
      attempt: null,
      nth: null,
      ...step,
      ms: step.kind === 'waiting' || !last?.at || !step.at ? null : between(last.at, step.at),
      approximate: last?.kind === 'bar' || last?.kind === 'fired',
    }
  })
}

const asStep = (attempt: Attempt, kind: Kind): Reached => ({ kind, at: attempt.at, attempt })

/** Attempts since the alert arrived or was last resent; the first may be missing from the log. */
function attemptsOf(
  { telegramDeliveryStatus, firstAttemptAt, retryAttempts }: Journeying,
  attempts: readonly Attempt[],
): Reached[] {
  const [first] = attempts
  const isKept =
    first !== undefined &&
    (firstAttemptAt === null ||
      Date.parse(first.at) - Date.parse(firstAttemptAt) < WRITTEN_BEFORE_MS)
  let nth = 1 + retryAttempts - (telegramDeliveryStatus === 'success' ? 1 : 0)
  const numbered = attempts.toReversed().map(attempt => {
    if (attempt.counted) nth -= 1
    return { attempt, nth: attempt.counted && nth > 0 ? nth : null }
  })
  const steps = numbered.toReversed().map(({ attempt, nth }, place) => ({
    ...asStep(attempt, isKept && place === 0 ? 'sent' : 'retried'),
    nth,
  }))
  return isKept ? steps : [{ kind: 'sent', at: firstAttemptAt, nth: 1 }, ...steps]
}

function endOf({
  telegramDeliveryStatus,
  nextAttemptAt,
  deliveredAt,
  reason,
  attempts = [],
}: Journeying): Reached {
  switch (telegramDeliveryStatus) {
    case 'pending':
      return { kind: 'waiting', at: nextAttemptAt }
    case 'success':
      return { kind: 'delivered', at: deliveredAt }
    case 'failed': {
      // The alert may have failed together with others, without an attempt of its own.
      const last = attempts.at(-1)
      return { kind: 'failed', at: last && last.reason === reason ? endedAt(last) : null }
    }
  }
}

const endedAt = ({ at, ms }: Attempt): string => new Date(Date.parse(at) + ms).toISOString()

function between(from: string, to: string): number | 'unclear' {
  const ms = Date.parse(to) - Date.parse(from)
  return ms < 0 ? 'unclear' : ms
}
