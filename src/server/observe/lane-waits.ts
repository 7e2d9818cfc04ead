import { clock } from '#server/base/clock.ts'
/**
 * Causes for which a lane waits: a rate limit of its chat or bot, a flood wait, an outage, the backoff before
 * a retry, a pause by its owner, a lease of this process that ends too soon to begin a send, or an error in the
 * lane's own work, as with the database.
 */
export const waitCauses = [
  'chat',
  'bot',
  'flood-wait',
  'outage',
  'retry',
  'pause',
  'lease',
  'trouble',
] as const

export type WaitCause = (typeof waitCauses)[number]

/** Waiting lanes of this process, and the total duration of waits, by cause. */
export class LaneWaits {
  /** Lanes that wait now. */
  readonly lanes: Record<WaitCause, number> = noneOfEach()
  /** Total seconds of the waits that are over. */
  readonly seconds: Record<WaitCause, number> = noneOfEach()

  /** @param waiting resolves at the end of the wait */
  async count(cause: WaitCause, waiting: Promise<void>): Promise<void> {
    const begun = clock.monotonic()
    this.lanes[cause] += 1
    await waiting
    this.lanes[cause] -= 1
    this.seconds[cause] += (clock.monotonic() - begun) / 1_000
  }
}

const noneOfEach = (): Record<WaitCause, number> => ({
  chat: 0,
  bot: 0,
  'flood-wait': 0,
  outage: 0,
  retry: 0,
  pause: 0,
  lease: 0,
  trouble: 0,
})
