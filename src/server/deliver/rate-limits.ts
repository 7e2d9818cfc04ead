import type { BurstLimit } from '#server/base/burst-limit.ts'

/** At most `most` messages in any `window`. Milliseconds. */
export type WindowLimit = { most: number; window: number }

/** Message limits of Telegram, above which it asks for a flood wait. */
export type RateLimits = {
  privateChat: BurstLimit
  group: BurstLimit
  groupWindow: WindowLimit
  bot: WindowLimit
}

/**
 * Milliseconds in which this many messages to a chat leave if only the rate limits hold them back.
 * @param chat.ofBot messages that its bot sends to all chats until then
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

/** Telegram's limit per bot, in messages per second; one's own Bot API server may have another. */
const BOT_RATE = 30

/**
 * @param pace how many times faster than the real limits
 * @param botRate messages per second of one bot, over all its chats
 */
export function telegramLimits(pace: number, botRate = BOT_RATE): RateLimits {
  // 3 % longer than Telegram's second: messages don't travel evenly.
  const second = 1_030 / pace
  return {
    privateChat: { burst: 5, interval: second },
    group: { burst: 3, interval: second },
    groupWindow: { most: 20, window: 60 * second },
    bot: { most: botRate, window: second },
  }
}
