import type { SecretBox } from '#server/base/secrets.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import { readConnection } from '#server/store/rows/connections.ts'
import { type Failure, reasonFor } from '#server/telegram/failures.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import { goneError } from './answers.ts'
import { signedIn } from './callers.ts'

/** Questions to Telegram that a form asks. The token goes through us: it meets no other host. */
export function telegramOperations({
  telegram,
  secretBox,
}: {
  telegram: Telegram
  secretBox: SecretBox
}) {
  /** The token that was typed, else the one that the connection keeps. */
  async function tokenOf(
    owner: Owner,
    source: { botToken: string } | { connectionId: string },
  ): Promise<string> {
    if ('botToken' in source) return source.botToken
    const row = await readConnection(owner, source.connectionId)
    if (!row) throw goneError()
    return secretBox.decrypt(row.telegram_bot_token)
  }

  return {
    bot: signedIn.telegram.bot.handler(async ({ context: { owner }, input }) => {
      const answer = await telegram.getMe(await tokenOf(owner, input))
      return answer.ok ? { ok: true as const, bot: answer.result } : refused(answer.failure)
    }),

    chats: signedIn.telegram.chats.handler(async ({ context: { owner }, input }) => {
      const answer = await telegram.getUpdates(await tokenOf(owner, input))
      return answer.ok ? { ok: true as const, chats: answer.result } : refused(answer.failure)
    }),

    chat: signedIn.telegram.chat.handler(async ({ context: { owner }, input }) => {
      const answer = await telegram.getChat(await tokenOf(owner, input), input.chatId)
      return answer.ok ? { ok: true as const, chat: answer.result } : refused(answer.failure)
    }),
  }
}

const refused = (failure: Failure) => ({
  ok: false as const,
  code: failure.code,
  reason: reasonFor(failure),
})
