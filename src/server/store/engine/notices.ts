import type { AlertEvent } from '#shared/alert-events.ts'
import type { Collection } from '#shared/model/live-event.ts'

/** Message from one process to the others on the same database. */
export type Notice =
  /** A delivery waits in the lane. */
  | { kind: 'waiting'; lane: string }
  /** Lanes of the account were paused or resumed. */
  | { kind: 'pauses'; userId: string }
  /** A link of the bot was created, was closed or is retried, or a webhook in its way was removed. */
  | { kind: 'links'; botId: string }
  /** `userId` null: changed for all users. */
  | { kind: 'changed'; userId: string | null; collections: Collection[] }
  | {
      kind: 'happened'
      userId: string
      what: AlertEvent
      /** Name of the last alert. */
      alert: string
      count: number
      /** Missing in notices of older versions, like the fields below; `ms` and `attempt` also if they do not apply. */
      connectionId?: string
      alertId?: string
      ms?: number
      attempt?: number
    }
  | { kind: 'signed-out'; sessionId: string }
  /** Anything may have changed, or notices were lost. */
  | { kind: 'anything' }

export type Notices = AsyncDisposable & {
  /** Sends a notice soon; call it after the commit. A process does not receive its own notices. */
  tell: (notice: Notice) => void
  /**
   * Resolves once it listens, or the first attempt has failed.
   * @param hear called with each notice of other processes from then on
   */
  listen: (hear: (notice: Notice) => void) => Promise<void>
}
