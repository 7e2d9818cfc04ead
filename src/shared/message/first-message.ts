import type { RichMessage } from './rich-message.ts'

const greeting = 'Pregonero ya escribe aquí.'

/** What a chat gets as soon as it is connected by a link. */
export const firstMessage: RichMessage = {
  text: `✅ ${greeting}\nLas alertas de TradingView llegarán a este chat.`,
  entities: [{ type: 'bold', offset: '✅ '.length, length: greeting.length }],
}
