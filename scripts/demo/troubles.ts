/** Why alerts of the demonstration failed, in the words of the product and of Telegram. */
import type { Trouble } from '#server/store/queue/outcomes.ts'
import { classify, type Failure, reasonFor } from '#server/telegram/failures.ts'
import { deliveryTexts } from '#shared/texts.ts'

export const kickedOut = classify({
  status: 403,
  description: 'Forbidden: bot was kicked from the supergroup chat',
})

export const withoutRights = classify({
  status: 400,
  description: 'Bad Request: not enough rights to send text messages to the chat',
})

/** What an alert may meet that is delivered all the same. */
export const passing = classify({ status: 502, description: 'Bad Gateway' })

/** What an alert may meet that gets no answer three times in a row. */
export const unanswered: readonly [Failure, ...Failure[]] = [
  { kind: 'no-answer', code: 'timeout', doubt: true, description: 'no answer in time' },
  { kind: 'no-answer', code: 'connection_lost', doubt: true, description: 'ECONNRESET' },
  passing,
]

export const asTrouble = (failure: Failure): Trouble => ({
  code: failure.code,
  reason: reasonFor(failure),
})

export const outage: Trouble = { code: 'outage', reason: deliveryTexts.outage }
export const switchedOff: Trouble = { code: 'inactive', reason: 'Conexión inactiva' }
