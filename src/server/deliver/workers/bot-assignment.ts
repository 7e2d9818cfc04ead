import { clock } from '#server/base/clock.ts'
import type { Transacting } from '#server/store/engine/schema.ts'

/** How long this process may work for its bots. */
export type Lease = {
  /** Milliseconds that this process has worked for the bot; it knows of no message sent before. */
  heldFor: (botId: string) => number
  /** True if enough of the lease is left to begin a send. */
  allowsSend: () => boolean
  /** True if the lease has not ended; it then lasts at least until the transaction ends. */
  isValid: (trx: Transacting) => Promise<boolean>
}

/** The bots that this process works for, among all bots with something to send. */
export type BotAssignment = {
  /** The current lease; work begun under an earlier one now belongs to other processes. */
  readonly lease: Lease
  has: (botId: string) => boolean
  /** Claims each of the bots that is free and has this process as its preferred worker. */
  claim: (botIds: readonly string[]) => Promise<void>
  start: (on: AssignmentEvents) => Promise<void>
  /** Leaves all bots to the other processes. */
  stop: () => Promise<void>
}

export type AssignmentEvents = {
  /** Called when the lease has ended and every bot is lost; there is a new lease. */
  onLost: () => void
  /** Called when processes have come or gone, so that there may be bots to claim. */
  onWorkersChanged: () => void
  /** Called when another process takes over the bot: call `release` once all work for the bot has ended. */
  onHandOver: (botId: string, release: () => Promise<void>) => Promise<void>
}

/** Assigns every bot to a single process. */
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
