import type { Logger } from 'pino'
import type { SecretBox } from '#server/base/secrets.ts'
import type { Delays } from '#server/deliver/delays.ts'
import type { FirstRefusals } from '#server/deliver/limits/first-refusals.ts'
import type { LengthUnits } from '#server/deliver/limits/length-units.ts'
import type { SendGate } from '#server/deliver/limits/send-gate.ts'
import type { Lease } from '#server/deliver/workers/bot-assignment.ts'
import type { Live } from '#server/live/live.ts'
import type { Observer } from '#server/observe/observer.ts'
import type { Begun } from '#server/store/queue/begin-attempt.ts'
import type { SentParts } from '#server/store/queue/outcomes.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import type { ComposedMessage } from '#shared/message/composed-message.ts'
import type { DeliveryWriter } from './delivery-writer.ts'

/** What every part of the delivery works with. */
export type DeliveryContext = {
  telegram: Telegram
  secretBox: SecretBox
  /** The installation's, of the dates in messages of accounts that have none. */
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
  /** Tells lanes that they have something to do. */
  wake: (lanes: Iterable<string>) => void
}

/** Alerts that leave as one message, or the next part of one alert's long message. */
export type Outgoing = {
  group: readonly [Begun, ...Begun[]]
  token: string
  /** With what stands beside this part of the text: buttons stand under the last one. */
  piece: ComposedMessage
  /** Where in the message's text the next part begins; null: this is the last part. */
  end: number | null
  /** The parts that have arrived before. */
  sent: SentParts
}

/**
 * What a lane does after a step: it reads its front at once (also when what it sent has failed), or tries
 * its head again after `wait` ms.
 * After all that it has sent was delivered, it reads its front if something waits.
 */
export type NextStep =
  | { kind: 'continue' | 'delivered' | 'failed' }
  /** `isOutage`: it is an outage that it waits for, as long as that lasts. */
  | { kind: 'retry'; wait: number; isOutage?: boolean }

export const CONTINUE: NextStep = { kind: 'continue' }
export const FAILED: NextStep = { kind: 'failed' }
