import type { RichMessage } from './rich-message.ts'

const greeting = 'Pregonero ya escribe aquí.'

/** First message to a chat that was connected by a link. */
export const firstMessage: RichMessage = {
  text: `✅ ${greeting}\nLas alertas de TradingView llegarán a este chat.`,
  entities: [{ type: 'bold', offset: '✅ '.length, length: greeting.length }],
}
