/** Checks whether a bot may post, by the Bot API's data on the chat and on the bot's membership. */
import { z } from 'zod'
import { chatIdentity } from './chats.ts'
import type { ChatIdentity } from './telegram.ts'

const permissions = z
  .object({ can_send_messages: z.boolean().default(true) })
  .optional()
  .catch(undefined)

/** A chat, and whether its members may write; the latter is ignored for channels. */
export const chatWithPermissions = z
  .object({ permissions })
  .loose()
  .transform((chat, context) => {
    const identity = chatIdentity.safeParse(chat)
    if (!identity.success) {
      context.addIssue('not a chat')
      return z.NEVER
    }
    return { chat: identity.data, membersMayPost: chat.permissions?.can_send_messages ?? true }
  })

/** Membership as the Bot API writes it. Rights that it leaves out don't exist in that kind of chat. */
export const chatMember = z.object({
  status: z.string(),
  is_member: z.boolean().default(true),
  can_send_messages: z.boolean().default(true),
  can_post_messages: z.boolean().default(false),
})

/** True if the bot is in the chat. In a private chat: if its user has not blocked it. */
export const isMember = ({ status, is_member }: z.infer<typeof chatMember>): boolean =>
  status !== 'left' && status !== 'kicked' && (status !== 'restricted' || is_member)

type Seen = { chat: ChatIdentity; membersMayPost: boolean }

/** Refusal that a send would meet, in the Bot API's words; null if the bot may post. */
export function refusalToPost(
  { chat: { type }, membersMayPost }: Seen,
  member: z.infer<typeof chatMember>,
): { status: number; description: string } | null {
  const { status, is_member, can_send_messages, can_post_messages } = member
  if (status === 'kicked') return forbidden(`bot was kicked from the ${type} chat`)
  if (status === 'left' || (status === 'restricted' && !is_member))
    return forbidden(`bot is not a member of the ${type} chat`)
  const isAdmin = status === 'administrator' || status === 'creator'
  if (type === 'channel') {
    if (!isAdmin) return badRequest('need administrator rights in the channel chat')
    return status === 'creator' || can_post_messages
      ? null
      : badRequest('have no write access to the chat')
  }
  if (isAdmin) return null
  return membersMayPost && can_send_messages
    ? null
    : badRequest('not enough rights to send text messages to the chat')
}

const forbidden = (what: string) => ({ status: 403, description: `Forbidden: ${what}` })
const badRequest = (what: string) => ({ status: 400, description: `Bad Request: ${what}` })
