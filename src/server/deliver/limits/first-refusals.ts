/** A lane and the topic of its chat that a message goes to. */
type Target = { lane: string; topic_id: number | null }

const keyOf = ({ lane, topic_id }: Target): string => `${lane}:${topic_id ?? ''}`

/** A refusal that is so much older than the wait was another trouble: the next one is a first one again. */
const STALE_AFTER_WAITS = 20
/** The lane waits by another clock. */
const NEARLY = 0.9

/**
 * The first refusals of chats, topics and tokens, which Telegram is known to refuse in passing. Only a second one
 * decides. Times are milliseconds on the monotonic clock.
 */
export class FirstRefusals {
  readonly #wait: number
  readonly #since = new Map<string, number>()

  /** @param wait from the first refusal to the send that shows whether it holds */
  constructor(wait: number) {
    this.#wait = wait
  }

  /**
   * Notes a refusal.
   * @returns false where one came before it, by the wait or longer: the refusal holds
   */
  isFirst(target: Target, now: number): boolean {
    for (const [other, since] of this.#since)
      if (now - since > STALE_AFTER_WAITS * this.#wait) this.#since.delete(other)
    const key = keyOf(target)
    const since = this.#since.get(key)
    if (since === undefined) this.#since.set(key, now)
    if (since === undefined || now - since < NEARLY * this.#wait) return true
    this.#since.delete(key)
    return false
  }

  /** A message got there. */
  arrived(target: Target): void {
    this.#since.delete(keyOf(target))
  }
}
