import { clock } from '#server/base/clock.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import type { ConnectChat } from '#server/linking/connect-chat.ts'
import { noAnswer } from '#server/linking/link-texts.ts'
import { isInDoubt, shownState } from '#server/linking/shown-state.ts'
import { type Owner, ownerTransaction } from '#server/store/engine/owner.ts'
import {
  type ChatLinkRow,
  changeProgress,
  endChatLink,
  insertChatLink,
  isOpen,
  listeningTrouble,
  newLinkCode,
  noteTrouble,
  readChatLink,
} from '#server/store/rows/chat-links.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import type { ChatLink, ChatPlace } from '#shared/model/chat-link.ts'
import type { Chat } from '#shared/model/telegram.ts'
import { refused, tokenOf } from './bot-tokens.ts'
import { goneError, signedIn } from './callers.ts'
import { instant } from './instants.ts'

export type ChatLinkTools = {
  telegram: Telegram
  secretBox: SecretBox
  connectChat: ConnectChat
  /** Notifies the listeners that links of this bot have begun or ended, or may be tried again. */
  linksChanged: (botId: string) => void
}

/** Connects a chat by a link: the listener finds the chat, and these calls report the progress. */
export function chatLinkOperations({
  telegram,
  secretBox,
  connectChat,
  linksChanged,
}: ChatLinkTools) {
  async function rowOf(owner: Owner, code: string): Promise<ChatLinkRow> {
    const row = await readChatLink(owner, code)
    if (!row) throw goneError()
    return row
  }

  async function shown(owner: Owner, code: string): Promise<ChatLink> {
    const row = await rowOf(owner, code)
    return {
      code,
      bot: JSON.parse(row.bot),
      until: instant(row.until),
      state: shownState(row, clock.now(), telegram),
    }
  }

  /** Chooses an added chat while the link is waiting or in trouble; an open link then connects it. */
  async function choose(owner: Owner, row: ChatLinkRow, chatId: string): Promise<void> {
    const chosen = await changeProgress(owner.db, row.code_hash, progress => {
      const { chat } = progress.added.find(one => one.chat.id === chatId) ?? {}
      if (!chat || !['waiting', 'trouble'].includes(progress.state.kind)) return null
      return { ...progress, state: { kind: 'waiting' }, chosen: { chat, topicId: null } }
    })
    if (chosen) await connectChat(row.code_hash)
  }

  return {
    create: signedIn.chatLinks.create.handler(async ({ context: { owner }, input }) => {
      const token = await tokenOf(owner, input, secretBox)
      const answer = await telegram.getMe(token)
      if (!answer.ok) return refused(answer.failure)
      const code = newLinkCode()
      const sealed = secretBox.encrypt(token)
      await ownerTransaction(owner, own =>
        insertChatLink(own, { code, bot: answer.result, token: sealed, now: clock.now() }),
      )
      linksChanged(answer.result.id)
      return { ok: true as const, link: await shown(owner, code) }
    }),

    read: signedIn.chatLinks.read.handler(({ context: { owner }, input }) =>
      shown(owner, input.code),
    ),

    confirm: signedIn.chatLinks.confirm.handler(async ({ context: { owner }, input }) => {
      await choose(owner, await rowOf(owner, input.code), input.chatId)
      return await shown(owner, input.code)
    }),

    retry: signedIn.chatLinks.retry.handler(async ({ context: { owner }, input }) => {
      const row = await rowOf(owner, input.code)
      await noteTrouble(owner.db, row.code_hash, null)
      const changed = await changeProgress(owner.db, row.code_hash, (progress, open) => {
        const { state } = progress
        const mayRetry =
          state.kind === 'trouble' ? state.canRetry : isInDoubt(progress, clock.now())
        return mayRetry && isOpen(open, clock.now())
          ? { ...progress, state: { kind: 'waiting' } }
          : null
      })
      if (changed?.chosen) await connectChat(row.code_hash)
      else linksChanged(row.bot_id)
      return await shown(owner, input.code)
    }),

    removeWebhook: signedIn.chatLinks.removeWebhook.handler(
      async ({ context: { owner }, input }) => {
        const row = await rowOf(owner, input.code)
        const isInTheWay = listeningTrouble(row)?.code === 'webhook_active'
        if (isInTheWay && row.token !== '' && isOpen(row, clock.now())) {
          const answer = await telegram.deleteWebhook(secretBox.decrypt(row.token))
          await noteTrouble(owner.db, row.code_hash, answer.ok ? null : noAnswer(answer.failure))
          linksChanged(row.bot_id)
        }
        return await shown(owner, input.code)
      },
    ),

    play: signedIn.chatLinks.play.handler(async ({ context: { owner }, input, errors }) => {
      const row = await rowOf(owner, input.code)
      if (!telegram.simulated) throw errors.NOT_SIMULATED()
      const chat = await playedChat(telegram, input.place)
      await changeProgress(owner.db, row.code_hash, (progress, open) =>
        isOpen(open, clock.now()) && progress.state.kind === 'waiting'
          ? { ...progress, added: [{ chat, at: 0 }] }
          : null,
      )
      // A channel is only offered: as with the real Telegram, the owner has to confirm it.
      if (input.place !== 'channel') await choose(owner, row, chat.id)
      return await shown(owner, input.code)
    }),

    close: signedIn.chatLinks.close.handler(async ({ context: { owner }, input, errors }) => {
      const row = await readChatLink(owner, input.code)
      if (!row) throw errors.NOT_FOUND()
      await endChatLink(owner, input.code, clock.now())
      linksChanged(row.bot_id)
    }),
  }
}

const PLAYED_CHATS: Record<ChatPlace, string> = {
  private: '200300400',
  group: '-1001234567890',
  channel: '@canal_simulado',
}

async function playedChat(telegram: Telegram, place: ChatPlace): Promise<Chat> {
  const answer = await telegram.getChat('', PLAYED_CHATS[place])
  if (!answer.ok) throw new Error('the simulation does not answer')
  return answer.result
}
