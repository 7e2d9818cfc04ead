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

/**
 * Milliseconds in which so many messages to a chat leave, where nothing else holds them back.
 * @param chat.ofBot how many its bot sends until then, to all chats
 */
export const drainTime = (
  limits: RateLimits,
  chat: { isGroup: boolean; messages: number; ofBot: number },
): number =>
  Math.max(drainTimeOfChat(limits, chat), (chat.ofBot / limits.bot.most) * limits.bot.window)

function drainTimeOfChat(
  { privateChat, group, groupWindow }: RateLimits,
  { isGroup, messages }: { isGroup: boolean; messages: number },
): number {
  if (!isGroup) return messages * privateChat.interval
  return messages <= groupWindow.most
    ? messages * group.interval
    : (messages / groupWindow.most) * groupWindow.window
}

/** Messages a second that Telegram takes of one bot; a Bot API server of one's own may take others. */
const BOT_RATE = 30

/**
 * @param pace how many times faster than the real limits
 * @param botRate messages a second of one bot, over all its chats
 */
export function telegramLimits(pace: number, botRate = BOT_RATE): RateLimits {
  // 3 % longer than Telegram counts: messages do not travel evenly.
  const second = 1_030 / pace
  return {
    privateChat: { burst: 5, interval: second },
    group: { burst: 3, interval: second },
    groupWindow: { most: 20, window: 60 * second },
    bot: { most: botRate, window: second },
  }
}
