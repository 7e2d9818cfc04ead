import type { Logger } from 'pino'
import type { SecretBox } from '#server/base/secrets.ts'
import type { Delays } from '#server/deliver/delays.ts'
import type { LengthUnits } from '#server/deliver/limits/length-units.ts'
import type { SendGate } from '#server/deliver/limits/send-gate.ts'
import type { Lease } from '#server/deliver/workers/bot-assignment.ts'
import type { Live } from '#server/live/live.ts'
import type { Observer } from '#server/observe/observer.ts'
import type { PreparedAlert } from '#server/store/queue/begin-attempt.ts'
import type { SentParts } from '#server/store/queue/outcomes.ts'
import type { FirstRefusals } from '#server/telegram/first-refusals.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import type { ComposedMessage } from '#shared/message/composed-message.ts'
import type { DeliveryWriter } from './delivery-writer.ts'

/** Dependencies shared by all parts of the delivery. */
export type DeliveryContext = {
  telegram: Telegram
  secretBox: SecretBox
  /** The installation's, for dates in messages of accounts without their own. */
  timeZone: string
  writer: DeliveryWriter
  lease: Lease
  gate: SendGate
  lengthUnits: LengthUnits
  firstRefusals: FirstRefusals
  live: Live
  delays: Delays
  log: Logger
  observer: Pick<Observer, 'attempt' | 'failed' | 'group'>
  /** Wakes lanes that have something to do. */
  wake: (lanes: Iterable<string>) => void
}

/** Alerts that leave as one message, or the next part of one alert's long message. */
export type PreparedMessage = {
  group: readonly [PreparedAlert, ...PreparedAlert[]]
  token: string
  /** This part of the text; buttons are under the last part only. */
  piece: ComposedMessage
  /** Position in the text at which the next part begins; null: this is the last part. */
  end: number | null
  /** Parts that have already arrived. */
  sent: SentParts
}

/**
 * Next step of a lane: `retry` tries its head again after `wait` ms, the others read its front at once. After
 * `delivered`, a lane that began with `sendStored` and was not woken becomes idle instead.
 */
export type NextStep =
  | { kind: 'continue' | 'delivered' | 'failed' }
  /** `isOutage`: waits for an outage to end, however long it lasts. */
  | { kind: 'retry'; wait: number; isOutage?: boolean }

export const CONTINUE: NextStep = { kind: 'continue' }
export const FAILED: NextStep = { kind: 'failed' }
