import { formatList } from '#shared/format.ts'
import type { AddedChat } from '#shared/model/telegram.ts'

export function chatQuestion(chats: readonly AddedChat[]): string {
  const kind = chats.every(({ type }) => type === 'channel') ? 'canal' : 'chat'
  return chats.length === 1 ? `¿Es este el ${kind}?` : `¿Cuál es el ${kind}?`
}

/** @name of a public chat, which is unique unlike the title; '' for other chats. */
export const publicName = ({ username }: AddedChat): string => (username ? `@${username}` : '')

export function addedBy({ addedBy: person }: AddedChat): string {
  if (!person) return 'no se sabe quién añadió el bot'
  return `añadido por ${person.name}${person.username ? ` (@${person.username})` : ''}`
}

/** Title, public name and inviter of each chat, in one sentence. */
export const saidOf = (chats: readonly AddedChat[]): string =>
  formatList(
    chats.map(chat => {
      const name = publicName(chat)
      return `«${chat.title}»${name && ` (${name})`}, ${addedBy(chat)}`
    }),
  )
