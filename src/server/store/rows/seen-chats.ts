/** Chats that a bot was seen in, stored because Telegram gives each update to one reader only. */
import type { OwnerTransacting } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import type { Chat } from '#shared/model/telegram.ts'

/** Milliseconds, as long as Telegram keeps updates. */
const KEPT_MS = 86_400_000
const MOST_OF_BOT = 50

/** `at`: latest update from the chat, milliseconds UTC. */
export type SeenChat = { chat: Chat; at: number }

/** @param gone ids of chats that the bot has left, or that have another id now */
export async function noteSeenChats(
  db: Database,
  botId: string,
  { seen, gone }: { seen: readonly SeenChat[]; gone: readonly string[] },
): Promise<void> {
  const ofBot = db.deleteFrom('seen_chats').where('bot_id', '=', botId)
  if (gone.length > 0) await ofBot.where('chat_id', 'in', gone).execute()
  if (seen.length === 0) return
  await db
    .insertInto('seen_chats')
    .values(
      seen.map(({ chat, at }) => ({
        bot_id: botId,
        chat_id: chat.id,
        chat: JSON.stringify(chat),
        seen_at: at,
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['bot_id', 'chat_id']).doUpdateSet(eb => ({
        chat: eb.ref('excluded.chat'),
        seen_at: eb.ref('excluded.seen_at'),
      })),
    )
    .execute()
  await ofBot
    .where('chat_id', 'not in', eb =>
      eb
        .selectFrom('seen_chats')
        .select('chat_id')
        .where('bot_id', '=', botId)
        .orderBy('seen_at', 'desc')
        .limit(MOST_OF_BOT),
    )
    .execute()
}

/** Chats seen within 24 hours, most recent first. */
export async function readSeenChats(db: Database, botId: string, now: number): Promise<Chat[]> {
  const rows = await db
    .selectFrom('seen_chats')
    .select('chat')
    .where('bot_id', '=', botId)
    .where('seen_at', '>', now - KEPT_MS)
    .orderBy('seen_at', 'desc')
    .execute()
  return rows.map(({ chat }) => JSON.parse(chat))
}

/** Deletes the seen chats of all bots for which the account has links, ended ones included. */
export const deleteSeenChatsOf = ({ db, userId }: OwnerTransacting) =>
  db
    .deleteFrom('seen_chats')
    .where('bot_id', 'in', eb =>
      eb.selectFrom('chat_links').select('bot_id').where('user_id', '=', userId),
    )
    .execute()

export const deleteOldSeenChats = (db: Database, now: number) =>
  db
    .deleteFrom('seen_chats')
    .where('seen_at', '<=', now - KEPT_MS)
    .execute()
