/** At most `burst` messages at once, then one each `interval`. Milliseconds. */
export type BurstLimit = { burst: number; interval: number }

/** At most `most` messages in any `window`. Milliseconds. */
export type WindowLimit = { most: number; window: number }

/** How many messages Telegram takes before it asks for a flood wait. */
export type RateLimits = {
  privateChat: BurstLimit
  group: BurstLimit
  groupWindow: WindowLimit
  bot: WindowLimit
}

/** @param pace how many times faster than the real limits */
export function telegramLimits(pace: number): RateLimits {
  // 3 % longer than Telegram counts: messages do not travel evenly.
  const second = 1_030 / pace
  return {
    privateChat: { burst: 5, interval: second },
    group: { burst: 3, interval: second },
    groupWindow: { most: 20, window: 60 * second },
    bot: { most: 30, window: second },
  }
}
