import type { ChatPlace } from '#shared/model/chat-link.ts'

interface Place {
  title: string
  /** Who reads what is sent there. */
  readers: string
  /** What to do once Telegram is open. */
  steps: string
  /** What is asked of Telegram, behind the bot's address. */
  query: (code: string) => string
}

/** Where alerts may go, as one chooses it, and what there is to do in Telegram then. */
export const places: Record<ChatPlace, Place> = {
  private: {
    title: 'En mi chat',
    readers: 'Te escribe a ti, en privado.',
    steps: 'Se abre el chat con tu bot: pulsa «Iniciar» y ya está.',
    query: code => `start=${code}`,
  },
  group: {
    title: 'En un grupo',
    readers: 'Lo leen todos sus miembros.',
    steps: 'Telegram te pregunta en qué grupo: elígelo y confirma que el bot entra.',
    query: code => `startgroup=${code}`,
  },
  channel: {
    title: 'En un canal',
    readers: 'Lo leen quienes lo siguen.',
    steps:
      'Telegram te pregunta en qué canal: elígelo y deja que el bot publique en él. Aquí lo confirmas por su nombre.',
    query: () => 'startchannel&admin=post_messages',
  },
}

/** Leads to Telegram, with the bot and what is to be done with it. */
export const placeLink = (place: ChatPlace, username: string, code: string): string =>
  `https://t.me/${username}?${places[place].query(code)}`
