import type { ChatPlace } from '#shared/model/chat-link.ts'

interface Place {
  title: string
  /** Readers of the messages sent there. */
  readers: string
  /** Instructions for the time after Telegram opens. */
  steps: string
  /** Query of the link to the bot: the action Telegram is asked for. */
  query: (code: string) => string
}

/** Places that can receive alerts, and the steps in Telegram for each. */
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

/** Link that opens Telegram with the bot and the action. */
export const placeLink = (place: ChatPlace, username: string, code: string): string =>
  `https://t.me/${username}?${places[place].query(code)}`
