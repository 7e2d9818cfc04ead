import { z } from 'zod'
import { chatIdentity } from './chat-identity.ts'
import type { ChatIdentity } from './telegram.ts'

/** The chats in a bot's updates (oldest first), last heard of first; those it has left are not. */
export function seenChats(updates: readonly unknown[]): ChatIdentity[] {
  const seen = new Map<string, ChatIdentity>()
  for (const update of updates) {
    const { message, channel_post, my_chat_member } = seenIn.parse(update)
    const chat = message?.chat ?? channel_post?.chat ?? my_chat_member?.chat
    if (!chat) continue
    seen.delete(chat.id)
    if (GONE.has(my_chat_member?.new_chat_member.status ?? '')) continue
    if (message?.migrate_to_chat_id === undefined) {
      seen.set(chat.id, chat)
    } else {
      const id = String(message.migrate_to_chat_id)
      seen.delete(id)
      seen.set(id, { ...chat, id, type: 'supergroup' })
    }
  }
  return [...seen.values()].reverse()
}

/** `kicked` is also a private chat whose user blocked the bot. */
const GONE = new Set(['left', 'kicked'])

const unreadable = undefined
const seenIn = z
  .object({
    message: z
      .object({ chat: chatIdentity, migrate_to_chat_id: z.number().optional() })
      .optional()
      .catch(unreadable),
    channel_post: z.object({ chat: chatIdentity }).optional().catch(unreadable),
    my_chat_member: z
      .object({ chat: chatIdentity, new_chat_member: z.object({ status: z.string() }) })
      .optional()
      .catch(unreadable),
  })
  .catch({})
