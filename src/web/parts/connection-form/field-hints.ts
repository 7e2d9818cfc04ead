import type { Bot, Chat } from '#shared/model/telegram.ts'
import type { Hint } from '#web/parts/field-hint.tsx'

/** Telegram's answer through the server, or the reason for its absence. */
export type Answer<Found> =
  | ({ ok: true } & Found)
  | { ok: false; code: string; reason: string; nearby?: Chat | undefined }

export const askingHint: Hint = { tone: 'asking', text: 'Preguntando a Telegram…' }

/** Only an unknown token is the field's own error; an unreachable Telegram is not. */
export const isTokenUnknown = (answer: Answer<unknown> | undefined): boolean =>
  answer?.ok === false && answer.code === 'token_invalid'

export function botHint(answer: Answer<{ bot: Bot }>): Hint {
  if (!answer.ok) return { tone: isTokenUnknown(answer) ? 'bad' : 'warn', text: answer.reason }
  const { name, username } = answer.bot
  return { tone: 'ok', text: username === null ? `Bot: ${name}` : `Bot: ${name} (@${username})` }
}

export function chatHint(answer: Answer<{ chat: Chat }>, askedId: string): Hint {
  if (!answer.ok) return { tone: 'warn', text: answer.reason }
  const { type, title, id, isForum } = answer.chat
  const kind = `${chatKinds[type]}${isForum ? ' con temas' : ''}`
  const text = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} «${title}»`
  return id === askedId ? { tone: 'ok', text } : { tone: 'ok', text, id }
}

/** Hint about the typed topic in this chat; undefined if they go together, or the chat is unknown. */
export function topicHint(chat: Chat | undefined, topicId: string): Hint | undefined {
  if (!chat) return undefined
  if (chat.isForum && topicId === '') {
    return { tone: 'ok', text: `«${chat.title}» tiene temas. Vacío, se escribe en «General».` }
  }
  if (!chat.isForum && topicId !== '') {
    return {
      tone: 'warn',
      text: `«${chat.title}» no tiene temas. Telegram no hará caso del número.`,
    }
  }
  return undefined
}

/** Text for an empty list of chats: the reason, and how to get a chat into it. */
export const noChatsText = (bot: Bot | undefined): string =>
  `El bot no ha visto ningún chat todavía. Envíale un mensaje, o añádelo a tu grupo o canal y escribe /start@${bot?.username ?? 'su_bot'}, y vuelve a intentarlo.`

/** Names of Telegram's types of chats, for the middle of a sentence. */
export const chatKinds: Record<Chat['type'], string> = {
  private: 'chat privado',
  group: 'grupo',
  supergroup: 'supergrupo',
  channel: 'canal',
}
