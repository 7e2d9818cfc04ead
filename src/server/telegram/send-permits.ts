/** Reason why a message may not be sent now; `wait` in milliseconds. An outage has no known end. */
export type SendBlock = { kind: 'outage' } | { kind: 'flood-wait' | 'rate-limit'; wait: number }

/** Applies the limits of the chat's lane to a message outside the queue. */
export type SendPermits = {
  /** @returns the block; null if the message may be sent, and is counted */
  acquire: (lane: string) => Promise<SendBlock | null>
  /** Stores a flood wait that Telegram answered the message with. @param retryAfter seconds */
  keepFloodWait: (lane: string, retryAfter: number) => Promise<void>
}
