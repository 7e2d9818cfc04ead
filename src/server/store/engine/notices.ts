import type { AlertEvent } from '#shared/alert-events.ts'
import type { Collection } from '#shared/model/live-event.ts'

/** What one process tells the others on its database. */
export type Notice =
  /** Something waits to be sent in the lane. */
  | { kind: 'waiting'; lane: string }
  /** Lanes of the account were paused, or go on. */
  | { kind: 'pauses'; userId: string }
  /** A link of the bot's is new, has ended, or is tried again. */
  | { kind: 'links'; botId: string }
  /** Without a user it changed for all of them. */
  | { kind: 'changed'; userId: string | null; collections: Collection[] }
  | {
      kind: 'happened'
      userId: string
      what: AlertEvent
      /** The name of the last of them. */
      alert: string
      count: number
      /** Not told by older versions, as what follows. */
      connectionId?: string
      alertId?: string
      ms?: number
      attempt?: number
    }
  | { kind: 'signed-out'; sessionId: string }
  /** Anything may have changed, or notices were lost. */
  | { kind: 'anything' }

export type Notices = AsyncDisposable & {
  /** Sent soon, once it is committed; a process does not hear its own notices. */
  tell: (notice: Notice) => void
  /**
   * Waits until it hears, and no longer than for one try.
   * @param hear called with what others tell, from then on
   */
  listen: (hear: (notice: Notice) => void) => Promise<void>
}
