import type { FailureCode } from './failures.ts'

/** A lane and the topic in its chat. */
type Target = { lane: string; topic_id: number | null }

const keyOf = ({ lane, topic_id }: Target): string => `${lane}:${topic_id ?? ''}`

/** Refusals that Telegram is known to give temporarily. */
const IN_PASSING: readonly FailureCode[] = ['chat_not_found', 'topic_not_found', 'token_invalid']
/**
 * A refusal older than this many waits is stale: the next one is a different failure and counts as a first one again.
 */
const STALE_AFTER_WAITS = 20
/** Part of the wait after which a refusal counts as a second one: a lane may time the wait by the wall clock. */
const NEARLY = 0.9

/**
 * Records first refusals of chats, topics and tokens, of which only a second one decides. Times are milliseconds on the monotonic clock.
 */
export class FirstRefusals {
  readonly #wait: number
  readonly #since = new Map<string, number>()

  /** @param wait from the first refusal to the send that shows whether it is permanent */
  constructor(wait: number) {
    this.#wait = wait
  }

  /**
   * Records a refusal.
   * @returns false if the refusal is permanent: it is of another kind, or another one came at least about the wait
   *   earlier
   */
  isFirst(code: FailureCode, target: Target, now: number): boolean {
    if (!IN_PASSING.includes(code)) return false
    for (const [other, since] of this.#since)
      if (now - since > STALE_AFTER_WAITS * this.#wait) this.#since.delete(other)
    const key = keyOf(target)
    const since = this.#since.get(key)
    if (since === undefined) this.#since.set(key, now)
    if (since === undefined || now - since < NEARLY * this.#wait) return true
    this.#since.delete(key)
    return false
  }

  /** Forgets the target's refusal: a message has arrived there. */
  arrived(target: Target): void {
    this.#since.delete(keyOf(target))
  }
}
