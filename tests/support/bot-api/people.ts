/** Actions of people in Telegram, and the updates that bots receive about them. */
import type { User } from '@grammyjs/types'
import { clock } from '#server/base/clock.ts'
import { type Chat, type ChatState, chatJson, memberJson } from './chats.ts'
import { type Bot, type BotApiState, botJson, nextMessageId } from './methods.ts'
import { addUpdate } from './updates.ts'

export type Person = User & { is_bot: false }

export const ANA: Person = {
  id: 501_000_001,
  is_bot: false,
  first_name: 'Ana',
  language_code: 'es',
}

/** `topicId` in a forum; `from` is the author of a forwarded text. */
type Words = { by?: Person; topicId?: number; from?: Person }

export function createPeople(state: BotApiState) {
  /** Chat between a bot and a person; the first `start` opens it. */
  function privateChat(by: Person): Chat {
    const chat = state.chats.get(by.id) ?? {
      id: by.id,
      type: 'private',
      title: by.first_name,
      isForum: false,
      topics: {},
      state: 'not started',
    }
    state.chats.set(chat.id, chat)
    return chat
  }

  const now = () => Math.floor(clock.now() / 1000)

  const frame = (chat: Chat, { by = ANA, topicId }: Words) => ({
    message_id: nextMessageId(state, chat),
    ...(chat.type === 'channel' ? { sender_chat: chatJson(chat) } : { from: by }),
    chat: chatJson(chat),
    date: now(),
    ...(chat.isForum && topicId && { message_thread_id: topicId, is_topic_message: true as const }),
  })

  function tell(bot: Bot, chat: Chat, message: object): void {
    addUpdate(bot, chat.type === 'channel' ? { channel_post: message } : { message })
  }

  /** Changes the chat's state, and sends the bot its membership before and after. */
  function changeState(bot: Bot, chat: Chat, after: ChatState, by: Person): void {
    const user = botJson(bot)
    const old_chat_member = { user, ...memberJson(chat) }
    chat.state = after
    const new_chat_member = { user, ...memberJson(chat) }
    const my_chat_member = {
      chat: chatJson(chat),
      from: by,
      date: now(),
      old_chat_member,
      new_chat_member,
    }
    addUpdate(bot, { my_chat_member })
  }

  const isOutside = ({ state }: Chat) => ['kicked', 'not a member'].includes(state)

  function addToGroup(bot: Bot, chat: Chat, by: Person = ANA): void {
    changeState(bot, chat, 'open', by)
    const user = botJson(bot)
    const joined = { new_chat_participant: user, new_chat_member: user, new_chat_members: [user] }
    tell(bot, chat, { ...frame(chat, { by }), ...joined })
  }

  /** In a group a bot receives only commands for it and mentions, unless it `readsGroups`. */
  function write(bot: Bot, chat: Chat, text: string, words: Words = {}): void {
    if (isOutside(chat)) throw new Error(`The bot is not in the chat ${chat.id}`)
    const isGroup = chat.type === 'group' || chat.type === 'supergroup'
    const [command = '', to = bot.username] = text.match(/^\/\w+(?:@(\w+))?/) ?? []
    const isForBot = to.toLowerCase() === bot.username.toLowerCase()
    const isTold = command !== '' ? isForBot : text.includes(`@${bot.username}`)
    if (isGroup && !isTold && !bot.readsGroups) return
    const entities = [{ type: 'bot_command', offset: 0, length: command.length }]
    tell(bot, chat, {
      ...frame(chat, words),
      ...(words.from && { forward_origin: { type: 'user', sender_user: words.from, date: now() } }),
      text,
      ...(command !== '' && { entities }),
    })
  }

  return {
    /** Presses «Iniciar» behind `t.me/BOT?start=CODE`, or without a code. */
    start(bot: Bot, code = '', by: Person = ANA): Chat {
      const chat = privateChat(by)
      if (chat.state === 'blocked') changeState(bot, chat, 'open', by)
      if (chat.state === 'not started') chat.state = 'open'
      write(bot, chat, `/start ${code}`.trim(), { by })
      return chat
    },
    /** Chooses a group behind `t.me/BOT?startgroup=CODE`; a forum gets the command outside its topics. */
    startGroup(bot: Bot, code: string, chat: Chat, { by = ANA, topicId = 0 }: Words = {}): void {
      if (isOutside(chat)) addToGroup(bot, chat, by)
      write(bot, chat, `/start@${bot.username} ${code}`.trim(), { by, topicId })
    },
    addToGroup,
    /** Makes the bot an administrator, or changes its rights as one. */
    addToChannel(bot: Bot, chat: Chat, { by = ANA, mayPost = true } = {}): void {
      changeState(bot, chat, mayPost ? 'open' : 'read only', by)
    },
    write,
    /** Removes the bot from a group or channel. */
    remove(bot: Bot, chat: Chat, { by = ANA, mayReturn = true } = {}): void {
      changeState(bot, chat, mayReturn ? 'not a member' : 'kicked', by)
    },
    block(bot: Bot, by: Person = ANA): void {
      changeState(bot, privateChat(by), 'blocked', by)
    },
    /** Upgrades the group to a supergroup; the bot receives service messages in both. */
    migrate(bot: Bot, chat: Chat, id: number, by: Person = ANA): Chat {
      const grown: Chat = { ...chat, id, type: 'supergroup' }
      state.chats.set(id, grown)
      tell(bot, chat, { ...frame(chat, { by }), migrate_to_chat_id: id })
      chat.migratedTo = id
      tell(bot, grown, { ...frame(grown, { by }), migrate_from_chat_id: chat.id })
      return grown
    },
    /** Creates a topic in a forum. */
    openTopic(bot: Bot, chat: Chat, topicId: number, name: string, by: Person = ANA): void {
      chat.topics[topicId] = 'open'
      const forum_topic_created = { name, icon_color: 0x6fb9f0 }
      tell(bot, chat, { ...frame(chat, { by, topicId }), forum_topic_created })
    },
  }
}
