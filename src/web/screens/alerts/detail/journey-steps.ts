import type { AlertDetail } from '#shared/model/alert.ts'

export interface JourneyStep {
  kind: 'fired' | 'received' | 'sent' | 'delivered' | 'failed' | 'waiting'
  /** An instant, where one is known. */
  at: string | null
  /** Milliseconds since the step before. */
  ms: number | null
  /** Measured from TradingView's clock, which has whole seconds. */
  approximate: boolean
}

export interface Journey {
  steps: JourneyStep[]
  /** From the first step to the delivery; null as long as there is none. */
  total: (Pick<JourneyStep, 'approximate'> & { ms: number }) | null
}

type Times = Pick<
  AlertDetail,
  | 'telegramDeliveryStatus'
  | 'timestamp'
  | 'firedAt'
  | 'firstAttemptAt'
  | 'deliveredAt'
  | 'nextAttemptAt'
>

/** An alert's way from TradingView to the chat, as far as it has come. */
export function journeyOf(times: Times): Journey {
  const { timestamp, firedAt, firstAttemptAt, deliveredAt } = times
  const untilReceipt = firedAt === null ? null : between(firedAt, timestamp)
  const steps: JourneyStep[] = [
    { kind: 'received', at: timestamp, ms: untilReceipt, approximate: true },
  ]
  if (firedAt !== null) steps.unshift({ kind: 'fired', at: firedAt, ms: null, approximate: false })
  if (firstAttemptAt !== null) steps.push(exact('sent', firstAttemptAt, timestamp))
  steps.push(endOf(times))

  const onTheWay = deliveredAt === null ? null : between(timestamp, deliveredAt)
  const total =
    onTheWay === null
      ? null
      : { ms: onTheWay + (untilReceipt ?? 0), approximate: untilReceipt !== null }
  return { steps, total }
}

function endOf(times: Times): JourneyStep {
  const { telegramDeliveryStatus, timestamp, firstAttemptAt, deliveredAt, nextAttemptAt } = times
  if (telegramDeliveryStatus === 'pending')
    return { kind: 'waiting', at: nextAttemptAt, ms: null, approximate: false }
  if (telegramDeliveryStatus === 'success' && deliveredAt !== null)
    return exact('delivered', deliveredAt, firstAttemptAt ?? timestamp)
  const kind = telegramDeliveryStatus === 'success' ? 'delivered' : 'failed'
  return { kind, at: null, ms: null, approximate: false }
}

const exact = (kind: JourneyStep['kind'], at: string, since: string): JourneyStep => ({
  kind,
  at,
  ms: between(since, at),
  approximate: false,
})

/** Null where the two clocks disagree so far that the later comes first. */
function between(from: string, to: string): number | null {
  const ms = Date.parse(to) - Date.parse(from)
  return ms < 0 ? null : ms
}
