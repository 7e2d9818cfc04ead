import { z } from 'zod'
import { repeatableName } from './foreign-text.ts'
import type { ChatIdentity, PersonIdentity } from './telegram.ts'

const username = z
  .string()
  .regex(/^\w{1,64}$/)
  .optional()
  .catch(undefined)

/** A chat as the Bot API writes it. */
export const chatIdentity = z
  .object({
    id: z.number(),
    type: z.enum(['private', 'group', 'supergroup', 'channel']),
    title: z.string().optional(),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    is_forum: z.boolean().optional(),
    username,
  })
  .transform((chat): ChatIdentity => {
    const title = repeatableName(chat.title ?? '') || fullName(chat)
    const id = String(chat.id)
    return {
      id,
      type: chat.type,
      title: title || id,
      isForum: chat.is_forum ?? false,
      ...(chat.username && { username: chat.username }),
    }
  })

/** A person as the Bot API writes them; undefined without a name, or for a bot (an anonymous administrator). */
export const person = z
  .object({
    is_bot: z.boolean(),
    first_name: z.string(),
    last_name: z.string().optional(),
    username,
  })
  .transform((user): PersonIdentity | undefined => {
    const name = fullName(user) || user.username
    if (user.is_bot || !name) return undefined
    return { name, ...(user.username && { username: user.username }) }
  })
  .optional()
  .catch(undefined)

const fullName = (named: { first_name?: string | undefined; last_name?: string | undefined }) =>
  repeatableName([named.first_name, named.last_name].filter(Boolean).join(' '))

/**
 * The chats in a bot's updates, most recently seen first, without chats that the bot has left.
 * @param updates oldest first
 */
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

/** Statuses of a bot that is not in the chat; `kicked` also in a private chat whose user blocked the bot. */
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
