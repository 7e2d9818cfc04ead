import type { Transacting } from '#server/store/engine/schema.ts'

/** For how long this process works for the bots that it works for. */
export type Lease = {
  /** How long it has worked for the bot, in milliseconds: what was sent before, it has not seen. */
  age: (botId: string) => number
  /** Whether enough is left of it to begin a send. */
  mayBegin: () => boolean
  /** Whether it has not ended; if so, it does not before the transaction has. */
  stands: (trx: Transacting) => Promise<boolean>
}

/** The bots that this process works for, of all those that have something to send. */
export type Share = {
  /** The present one: what was begun under another one is no longer this process's business. */
  readonly lease: Lease
  has: (botId: string) => boolean
  /** Those of the bots that are free, and better off here than elsewhere, are this process's from now on. */
  take: (botIds: readonly string[]) => Promise<void>
  /** Takes its share of the work from now on. */
  start: (on: ShareEvents) => Promise<void>
  /** Leaves all of it to others. */
  stop: () => Promise<void>
}

export type ShareEvents = {
  /** The lease has ended, and with it every bot; there is a new one. */
  onLost: () => void
  /** Others have come or gone: there may be bots to take. */
  onOthersChanged: () => void
  /** It is to be another one's: `release` lets go of it, once nothing is done for it any more. */
  onGive: (botId: string, release: () => Promise<void>) => Promise<void>
}

/** One process works for every bot. */
export function wholeShare(): Share {
  const begun = performance.now()
  return {
    lease: {
      age: () => performance.now() - begun,
      mayBegin: () => true,
      stands: async () => true,
    },
    has: () => true,
    take: async () => {},
    start: async () => {},
    stop: async () => {},
  }
}
