import type { Logger } from 'pino'
import type { SecretBox } from '#server/base/secrets.ts'
import type { Live } from '#server/live/live.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import type { Delays } from './delays.ts'
import type { DeliveryWriter } from './lane/delivery-writer.ts'
import type { Traffic } from './limits/traffic.ts'
import type { Lease } from './workers/bot-assignment.ts'

/** What every part of the delivery works with. */
export type Delivering = {
  telegram: Telegram
  secretBox: SecretBox
  /** The one in which messages say when something was. */
  timeZone: string
  writer: DeliveryWriter
  lease: Lease
  traffic: Traffic
  live: Live
  delays: Delays
  log: Logger
  /** Lanes that got something to do. */
  wake: (lanes: Iterable<string>) => void
}

/** What the lane does next: look at what stands first in it now, or after a wait. */
export type Next = { kind: 'go-on' } | { kind: 'try-again'; wait: number }

export const GO_ON: Next = { kind: 'go-on' }
