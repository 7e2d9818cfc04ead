import { clock } from '#server/base/clock.ts'
import type { Transacting } from '#server/store/engine/schema.ts'

/** How long this process may work for its bots. */
export type Lease = {
  /** Milliseconds that it has worked for the bot; it knows of no message sent before. */
  heldFor: (botId: string) => number
  /** Whether enough of it is left to begin a send. */
  allowsSend: () => boolean
  /** Whether it has not ended; it then does not end before the transaction does. */
  isValid: (trx: Transacting) => Promise<boolean>
}

/** The bots that this process works for, of all bots that have something to send. */
export type BotAssignment = {
  /** The present lease: what began under an earlier one is another process's work by now. */
  readonly lease: Lease
  has: (botId: string) => boolean
  /** Assigns to this process those of the bots that are free and prefer it. */
  claim: (botIds: readonly string[]) => Promise<void>
  start: (on: AssignmentEvents) => Promise<void>
  /** Leaves all bots to the other processes. */
  stop: () => Promise<void>
}

export type AssignmentEvents = {
  /** The lease has ended and every bot is lost; there is a new lease. */
  onLost: () => void
  /** Processes have come or gone, so there may be bots to claim. */
  onWorkersChanged: () => void
  /** Another process takes over the bot: call `release` once nothing runs for it any more. */
  onHandOver: (botId: string, release: () => Promise<void>) => Promise<void>
}

/** For a single process, which works for every bot. */
export function assignAllBots(): BotAssignment {
  const begun = clock.monotonic()
  return {
    lease: {
      heldFor: () => clock.monotonic() - begun,
      allowsSend: () => true,
      isValid: async () => true,
    },
    has: () => true,
    claim: async () => {},
    start: async () => {},
    stop: async () => {},
  }
}
