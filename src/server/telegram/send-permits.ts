/** Why a message may not leave now; `wait` in milliseconds. An outage has no known end. */
export type SendBlock = { kind: 'outage' } | { kind: 'flood-wait' | 'rate-limit'; wait: number }

/** Lets a message outside the queue keep to the same limits as the lane of its chat. */
export type SendPermits = {
  /** @returns what stops the message; null when it may leave, and is counted */
  acquire: (lane: string) => Promise<SendBlock | null>
  /** Telegram answered the message with a flood wait. @param retryAfter seconds */
  keepFloodWait: (lane: string, retryAfter: number) => Promise<void>
}
