import type { SecretBox } from '#server/base/secrets.ts'
import { type Owner, ownerTransaction } from '#server/store/engine/owner.ts'
import {
  type ChatLinkRow,
  endChatLink,
  insertChatLink,
  newLinkCode,
  progressOf,
  readChatLink,
} from '#server/store/rows/chat-links.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import type { ChatLink, LinkState } from '#shared/model/telegram.ts'
import { goneError, instant } from './answers.ts'
import { refused, tokenOf } from './bot-tokens.ts'
import { signedIn } from './callers.ts'

/** Connecting a chat by a link: the listener finds it, and these calls say how far it is. */
export function chatLinkOperations({
  telegram,
  secretBox,
}: {
  telegram: Telegram
  secretBox: SecretBox
}) {
  async function linkOf(owner: Owner, code: string): Promise<ChatLink> {
    const row = await readChatLink(owner, code)
    if (!row) throw goneError()
    return shownLink(code, row)
  }

  return {
    create: signedIn.chatLinks.create.handler(async ({ context: { owner }, input }) => {
      const token = await tokenOf(owner, input, secretBox)
      const answer = await telegram.getMe(token)
      if (!answer.ok) return refused(answer.failure)
      const code = newLinkCode()
      await ownerTransaction(owner, own =>
        insertChatLink(own, {
          code,
          bot: answer.result,
          token: secretBox.encrypt(token),
          now: Date.now(),
        }),
      )
      return { ok: true as const, link: await linkOf(owner, code) }
    }),

    read: signedIn.chatLinks.read.handler(({ context: { owner }, input }) =>
      linkOf(owner, input.code),
    ),

    confirm: signedIn.chatLinks.confirm.handler(({ context: { owner }, input }) =>
      linkOf(owner, input.code),
    ),

    retry: signedIn.chatLinks.retry.handler(({ context: { owner }, input }) =>
      linkOf(owner, input.code),
    ),

    removeWebhook: signedIn.chatLinks.removeWebhook.handler(({ context: { owner }, input }) =>
      linkOf(owner, input.code),
    ),

    play: signedIn.chatLinks.play.handler(async ({ context: { owner }, input, errors }) => {
      const link = await linkOf(owner, input.code)
      if (!telegram.simulated) throw errors.NOT_SIMULATED()
      return link
    }),

    close: signedIn.chatLinks.close.handler(async ({ context: { owner }, input, errors }) => {
      if (!(await endChatLink(owner, input.code, Date.now()))) throw errors.NOT_FOUND()
    }),
  }
}

const shownLink = (code: string, row: ChatLinkRow): ChatLink => ({
  code,
  bot: JSON.parse(row.bot),
  until: instant(row.until),
  state: stateOf(row),
})

function stateOf(row: ChatLinkRow): LinkState {
  const { state } = progressOf(row)
  if (state.kind === 'found') return state
  if (row.until <= Date.now()) return { kind: 'ended' }
  return state.kind === 'sending' ? { kind: 'waiting' } : state
}
