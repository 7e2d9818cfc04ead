import type { SecretBox } from '#server/base/secrets.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import { refused, tokenOf } from './bot-tokens.ts'
import { signedIn } from './callers.ts'

/** Questions to Telegram that a form asks. The token goes through us: it meets no other host. */
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
      const answer = await telegram.getUpdates(await tokenOf(owner, input, secretBox))
      return answer.ok ? { ok: true as const, chats: answer.result } : refused(answer.failure)
    }),

    chat: signedIn.telegram.chat.handler(async ({ context: { owner }, input }) => {
      const answer = await telegram.getChat(await tokenOf(owner, input, secretBox), input.chatId)
      return answer.ok ? { ok: true as const, chat: answer.result } : refused(answer.failure)
    }),
  }
}
