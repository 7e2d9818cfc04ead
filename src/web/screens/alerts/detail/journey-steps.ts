import type { AlertDetail } from '#shared/model/alert.ts'

type Kind = 'bar' | 'fired' | 'received' | 'resent' | 'sent' | 'delivered' | 'failed' | 'waiting'

export interface JourneyStep {
  kind: Kind
  /** An instant, where one is known. */
  at: string | null
  /** Milliseconds since the step before; `unclear` where the clocks disagree so far that the later comes first. */
  ms: number | 'unclear' | null
  /** Measured from TradingView's clock, which has whole seconds. */
  approximate: boolean
}

export interface Journey {
  steps: JourneyStep[]
  /** What the delivery took in all; null as long as there is none. */
  total: { ms: number; approximate: boolean } | null
  /** The step that took the longest and its share of the total, where that is worth a word. */
  longest: { kind: Kind; share: number } | null
}

type Times = Pick<
  AlertDetail,
  | 'telegramDeliveryStatus'
  | 'timestamp'
  | 'barTime'
  | 'firedAt'
  | 'resentAt'
  | 'firstAttemptAt'
  | 'deliveredAt'
  | 'nextAttemptAt'
>

/** Less than this is not worth a remark. */
const WORTH_A_WORD_MS = 1_000

/**
 * An alert's way from its bar to the chat, as far as it has come. Its delivery begins when
 * TradingView fired it, or when it was sent again by hand.
 */
export function journeyOf(times: Times): Journey {
  const steps = stepsOf(times)
  if (steps.at(-1)?.kind !== 'delivered') return { steps, total: null, longest: null }

  const begin = steps.findIndex(({ kind }) => kind === beginning(times))
  const timed = steps
    .slice(begin + 1)
    .flatMap(({ kind, ms, approximate }) =>
      typeof ms === 'number' ? [{ kind, ms, approximate }] : [],
    )
  const [first, ...others] = timed
  if (!first) return { steps, total: null, longest: null }

  const ms = timed.reduce((sum, step) => sum + step.ms, 0)
  const slowest = others.reduce((most, step) => (step.ms > most.ms ? step : most), first)
  return {
    steps,
    total: { ms, approximate: timed.some(step => step.approximate) },
    longest: ms < WORTH_A_WORD_MS ? null : { kind: slowest.kind, share: slowest.ms / ms },
  }
}

function beginning({ firedAt, resentAt }: Times): Kind {
  if (resentAt !== null) return 'resent'
  return firedAt === null ? 'received' : 'fired'
}

function stepsOf(times: Times): JourneyStep[] {
  const onTheWay: [Kind, string | null][] = [
    ['bar', times.barTime],
    ['fired', times.firedAt],
    ['received', times.timestamp],
    ['resent', times.resentAt],
    ['sent', times.firstAttemptAt],
  ]
  const reached = onTheWay.filter(([, at]) => at !== null)
  return [...reached, endOf(times)].map(([kind, at], index) => {
    const [kindBefore, before] = reached[index - 1] ?? []
    return {
      kind,
      at,
      ms: kind === 'waiting' || !before || !at ? null : between(before, at),
      approximate: kindBefore === 'bar' || kindBefore === 'fired',
    }
  })
}

function endOf(times: Times): [Kind, string | null] {
  switch (times.telegramDeliveryStatus) {
    case 'pending':
      return ['waiting', times.nextAttemptAt]
    case 'success':
      return ['delivered', times.deliveredAt]
    case 'failed':
      return ['failed', null]
  }
}

function between(from: string, to: string): number | 'unclear' {
  const ms = Date.parse(to) - Date.parse(from)
  return ms < 0 ? 'unclear' : ms
}
