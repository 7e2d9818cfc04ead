import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'

/** Newest active connections of all accounts, with their owners, in columns that every version has. */
export const connectionsOfAll = (db: Database, most: number) =>
  active(db, most)
    .leftJoin('user', 'user.id', 'connections.user_id')
    .select('user.email as owner')
    .execute()

/** Newest active connections of an account. */
export const connectionsOfOwner = ({ db, userId }: Owner, most: number) =>
  active(db, most).where('connections.user_id', '=', userId).execute()

const active = (db: Database, most: number) =>
  db
    .selectFrom('connections')
    .select([
      'connections.id',
      'connections.name',
      'connections.telegram_bot_token',
      'connections.telegram_chat_id',
    ])
    .where('connections.is_active', '=', 1)
    .orderBy('connections.created_at', 'desc')
    .limit(most)
