import { clock } from '#server/base/clock.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import { isHeard } from '#server/linking/shown-state.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { type ChatLinkRow, listeningTrouble, openLinksOf } from '#server/store/rows/chat-links.ts'
import { readSeenChats } from '#server/store/rows/seen-chats.ts'
import { reasonWithNearby } from '#server/telegram/nearby-chat.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import { refused, tokenOf } from './bot-tokens.ts'
import { signedIn } from './callers.ts'
import { botIdOf } from './connection-columns.ts'

/** Milliseconds that a new listener needs for its first request. */
const LISTENER_BEGINS_MS = 3_000
const LOOK_EVERY_MS = 100

/** Requests of the connection form to Telegram. The token is sent to this server, and from it to Telegram only. */
export function telegramOperations({
  telegram,
  secretBox,
}: {
  telegram: Telegram
  secretBox: SecretBox
}) {
  return {
    bot: signedIn.telegram.bot.handler(async ({ context: { owner }, input }) => {
      const answer = await telegram.getMe(await tokenOf(owner, input, secretBox))
      return answer.ok ? { ok: true as const, bot: answer.result } : refused(answer.failure)
    }),

    chats: signedIn.telegram.chats.handler(async ({ context: { owner }, input }) => {
      const token = await tokenOf(owner, input, secretBox)
      const botId = botIdOf(token)
      const listener = telegram.simulated ? null : await whoListens(owner.db, botId)
      if (listener) {
        // Another request for updates would end the listener's; `getMe` proves the token.
        const answer = await telegram.getMe(token)
        if (!answer.ok) return refused(answer.failure)
        const trouble = listeningTrouble(listener)
        if (trouble) return { ok: false as const, code: trouble.code, reason: trouble.reason }
        return { ok: true as const, chats: await readSeenChats(owner.db, botId, clock.now()) }
      }
      const answer = await telegram.getUpdates(token)
      if (!answer.ok) return refused(answer.failure)
      const before = await readSeenChats(owner.db, botId, clock.now())
      const others = before.filter(chat => answer.result.every(({ id }) => id !== chat.id))
      return { ok: true as const, chats: [...answer.result, ...others] }
    }),

    chat: signedIn.telegram.chat.handler(async ({ context: { owner }, input }) => {
      const token = await tokenOf(owner, input, secretBox)
      const answer = await telegram.getChat(token, input.chatId)
      if (answer.ok) return { ok: true as const, chat: answer.result }
      const asked = { token, chatId: input.chatId }
      const { reason, nearby } = await reasonWithNearby(answer.failure, asked, telegram)
      return { ...refused(answer.failure), reason, ...(nearby && { nearby }) }
    }),
  }
}

/**
 * A link whose bot has a listener; null without a listener. If the bot has open links, waits up to three seconds for
 * a listener's first request.
 */
async function whoListens(db: Database, botId: string): Promise<ChatLinkRow | null> {
  const begun = clock.monotonic()
  for (;;) {
    const now = clock.now()
    const [newest, ...older] = await openLinksOf(db, botId, now)
    const heard = [newest, ...older].find(link => link && isHeard(link, now))
    if (heard || !newest) return heard ?? null
    if (clock.monotonic() - begun > LISTENER_BEGINS_MS) return null
    await clock.pause(LOOK_EVERY_MS)
  }
}
