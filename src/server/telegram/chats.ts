import { z } from 'zod'
import { repeatableName } from './foreign-text.ts'
import type { ChatIdentity } from './telegram.ts'

/** A chat as the Bot API writes it. */
export const chatIdentity = z
  .object({
    id: z.number(),
    type: z.enum(['private', 'group', 'supergroup', 'channel']),
    title: z.string().optional(),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    is_forum: z.boolean().optional(),
  })
  .transform((chat): ChatIdentity => {
    const person = [chat.first_name, chat.last_name].filter(Boolean).join(' ')
    const title = repeatableName(chat.title ?? '') || repeatableName(person)
    const id = String(chat.id)
    return {
      id,
      type: chat.type,
      title: title || id,
      isForum: chat.is_forum ?? false,
    }
  })

/** The chats in a bot's updates (oldest first), most recent first, without those the bot has left. */
export function chatsInUpdates(updates: readonly unknown[]): ChatIdentity[] {
  const seen = new Map<string, ChatIdentity>()
  for (const update of updates) {
    const { message, channel_post, my_chat_member } = chatsInUpdate.parse(update)
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
const chatsInUpdate = z
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
