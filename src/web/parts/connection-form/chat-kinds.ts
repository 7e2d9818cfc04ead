import type { Chat } from '#shared/model/telegram.ts'

/** What Telegram's kinds of chats are called in the middle of a sentence. */
export const chatKinds: Record<Chat['type'], string> = {
  private: 'chat privado',
  group: 'grupo',
  supergroup: 'supergrupo',
  channel: 'canal',
}
