import { z } from 'zod'
import { GENERAL_TOPIC } from '#shared/model/copied-text.ts'
import { chatIdentity, person } from './chats.ts'
import { chatMember, isMember, refusalToPost } from './posting-right.ts'
import type { BotUpdate, UpdateEvent } from './telegram.ts'

/** Message that Telegram sends to a bot opened by a link: `/start CODE`, in a group `/start@BOT CODE`. */
const START = /^\/start(?:@\w{1,64})?\s+([\w-]{1,64})\s*$/
/** A code that was copied and sent by hand. */
const CODE_ALONE = /^\s*([\w-]{20,64})\s*$/

const unreadable = undefined
const message = z.object({
  chat: chatIdentity,
  date: z.number().catch(0),
  text: z.string().optional().catch(unreadable),
  message_thread_id: z.number().int().positive().optional().catch(unreadable),
  is_topic_message: z.boolean().optional().catch(unreadable),
  forward_origin: z.unknown().optional(),
  from: z
    .object({ id: z.number(), is_bot: z.literal(false) })
    .optional()
    .catch(unreadable),
  migrate_to_chat_id: z.number().optional().catch(unreadable),
  migrate_from_chat_id: z.number().optional().catch(unreadable),
})
const membership = z.object({
  chat: chatIdentity,
  from: person,
  date: z.number().catch(0),
  new_chat_member: chatMember,
})
const update = z.object({
  update_id: z.number().int(),
  message: message.optional().catch(unreadable),
  channel_post: message.optional().catch(unreadable),
  my_chat_member: membership.optional().catch(unreadable),
})

/** Updates returned for a bot, oldest first. Unreadable updates have no event; updates without an id are omitted. */
export const botUpdates = z
  .array(z.unknown())
  .transform(updates => updates.flatMap(raw => botUpdate(raw) ?? []))

function botUpdate(raw: unknown): BotUpdate | undefined {
  const read = update.safeParse(raw).data
  if (!read) return undefined
  const { update_id: id, my_chat_member } = read
  const sent = read.message ?? read.channel_post
  if (sent) return { id, at: sent.date * 1_000, chat: sent.chat, event: eventOf(sent) }
  if (!my_chat_member) return { id, at: 0, chat: null, event: null }
  const { chat, date, from: by, new_chat_member: member } = my_chat_member
  const refusal = refusalToPost({ chat, membersMayPost: true }, member)
  const standing = !isMember(member) ? 'out' : refusal ? 'silent' : 'posting'
  return { id, at: date * 1_000, chat, event: { kind: 'membership', standing, ...(by && { by }) } }
}

function eventOf(sent: z.infer<typeof message>): UpdateEvent {
  const { chat, migrate_to_chat_id: to, migrate_from_chat_id: from } = sent
  if (to !== undefined) return { kind: 'migrated', from: chat.id, to: String(to) }
  if (from !== undefined) return { kind: 'migrated', from: String(from), to: chat.id }
  const thread = sent.is_topic_message ? (sent.message_thread_id ?? null) : null
  const topicId = thread === GENERAL_TOPIC ? null : thread
  // A forwarded code was sent elsewhere, so it does not count.
  const text = sent.forward_origin === undefined ? (sent.text ?? '') : ''
  const code = (text.match(START) ?? text.match(CODE_ALONE))?.[1] ?? null
  const sender = code !== null && sent.from ? { sender: String(sent.from.id) } : {}
  return { kind: 'message', code, topicId, ...sender }
}
