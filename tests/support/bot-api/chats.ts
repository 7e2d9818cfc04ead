/** Chats, and Telegram's refusals in them. */
import type { Parameters } from './parameters.ts'
import { badRequest, Refusal } from './refusal.ts'

export type ChatState =
  | 'open'
  | 'blocked'
  | 'deactivated'
  | 'not started'
  | 'kicked'
  | 'not a member'
  | 'deleted'
  | 'not an administrator'
  | 'read only'
  | 'restricted'

/** All fields but `id` and `type` may be changed during a test. */
export type Chat = {
  readonly id: number
  readonly type: 'private' | 'group' | 'supergroup' | 'channel'
  title: string
  username?: string
  isForum: boolean
  /** Topics of a forum by `message_thread_id`. */
  topics: Record<number, 'open' | 'closed'>
  state: ChatState
  /** Supergroup that this group became. */
  migratedTo?: number
}

export function findChat(chats: ReadonlyMap<number, Chat>, parameters: Parameters): Chat {
  const chatId = parameters.get('chat_id') ?? ''
  if (chatId === '') throw badRequest('chat_id is empty')
  const chat = chatId.startsWith('@')
    ? [...chats.values()].find(
        ({ username }) => `@${username}`.toLowerCase() === chatId.toLowerCase(),
      )
    : chats.get(/^-?\d+$/.test(chatId) ? Number(chatId) : 0)
  if (!chat) throw badRequest('chat not found')
  return chat
}

/** Reading needs only that the bot is in the chat. */
export function checkReadable({ state, type }: Chat): void {
  if (state === 'kicked') throw forbidden(`bot was kicked from the ${type} chat`)
  if (state === 'not a member') throw forbidden(`bot is not a member of the ${type} chat`)
}

/** A bot outside a chat may read its own membership in basic groups, and in public chats unless kicked. */
export function checkMembershipReadable(chat: Chat): void {
  const isGone = ['kicked', 'not a member'].includes(chat.state)
  if (chat.type === 'group' || (chat.state === 'not a member' && chat.username)) return
  if (isGone) checkReadable(chat)
}

/** `ChatMember` of the bot. */
export function memberJson({ type, state }: Chat): Record<string, unknown> {
  if (state === 'kicked' || state === 'blocked') return { status: 'kicked', until_date: 0 }
  if (state === 'not a member' || state === 'deleted') return { status: 'left' }
  if (type === 'channel' && state !== 'not an administrator')
    return { status: 'administrator', ...CHANNEL_RIGHTS, can_post_messages: state === 'open' }
  if (type === 'supergroup' && (state === 'restricted' || state === 'read only'))
    return { status: 'restricted', until_date: 0, can_send_messages: false, is_member: true }
  return { status: 'member' }
}

const CHANNEL_RIGHTS = {
  can_be_edited: false,
  is_anonymous: false,
  can_manage_chat: true,
  can_delete_messages: false,
  can_manage_video_chats: false,
  can_restrict_members: false,
  can_promote_members: false,
  can_change_info: false,
  can_invite_users: false,
  can_edit_messages: false,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
}

/** Permissions of members; only groups and supergroups have them. */
export function permissionsJson({ type, state }: Chat) {
  const isShut = type === 'group' && (state === 'restricted' || state === 'read only')
  return type === 'group' || type === 'supergroup'
    ? { permissions: { can_send_messages: !isShut, can_send_polls: true } }
    : {}
}

export function checkWritable(chat: Chat, threadId: number): void {
  if (chat.migratedTo !== undefined)
    throw new Refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: chat.migratedTo,
    })
  checkReadable(chat)
  if (chat.state === 'deleted') throw forbidden('the group chat was deleted')
  if (chat.state === 'deactivated') throw forbidden('user is deactivated')
  if (chat.state === 'blocked') throw forbidden('bot was blocked by the user')
  if (chat.state === 'not started') throw forbidden("bot can't initiate conversation with a user")
  if (chat.isForum && threadId !== 0) {
    const topic = chat.topics[threadId]
    if (topic === undefined) throw badRequest('message thread not found')
    if (topic === 'closed') throw badRequest('TOPIC_CLOSED')
  }
  if (chat.state === 'not an administrator')
    throw badRequest('need administrator rights in the channel chat')
  if (chat.state === 'read only') throw badRequest('have no write access to the chat')
}

/** Last check before the rate limits, after the checks of the text. */
export function checkPermitted({ state }: Chat): void {
  if (state === 'restricted')
    throw badRequest('not enough rights to send text messages to the chat')
}

const forbidden = (description: string) => new Refusal(403, `Forbidden: ${description}`)

export function chatJson({ id, type, title, username, isForum }: Chat) {
  return {
    id,
    type,
    ...(type === 'private' ? { first_name: title } : { title }),
    ...(username !== undefined && { username }),
    ...(isForum && { is_forum: true }),
  }
}
