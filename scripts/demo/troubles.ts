/** Reasons for failed alerts of the demonstration, in the words of the product and of Telegram. */

import type { FailureReason } from '#server/store/queue/outcomes.ts'
import { reasonFor } from '#server/telegram/failure-reasons.ts'
import { classify, type Failure } from '#server/telegram/failures.ts'
import { deliveryTexts } from '#shared/texts/deliveries.ts'

export const kickedOut = classify({
  status: 403,
  description: 'Forbidden: bot was kicked from the supergroup chat',
})

export const withoutRights = classify({
  status: 400,
  description: 'Bad Request: not enough rights to send text messages to the chat',
})

/** A failure that a later attempt overcomes. */
export const passing = classify({ status: 502, description: 'Bad Gateway' })

/** Failures of alerts that get no answer three times in a row. */
export const unanswered: readonly [Failure, ...Failure[]] = [
  { kind: 'no-answer', code: 'timeout', doubt: true, description: 'no answer in time' },
  { kind: 'no-answer', code: 'connection_lost', doubt: true, description: 'ECONNRESET' },
  passing,
]

export const asFailureReason = (failure: Failure): FailureReason => ({
  code: failure.code,
  reason: reasonFor(failure),
})

export const outage: FailureReason = { code: 'outage', reason: deliveryTexts.outage }
export const switchedOff: FailureReason = { code: 'inactive', reason: 'Conexión inactiva' }
