import type { Selectable } from 'kysely'
import type { Owner, OwnerTransacting } from './owner.ts'
import type { Tables, Transacting } from './schema.ts'

export type ConnectionRow = Selectable<Tables['connections']>
type ConnectionChange = Partial<Omit<ConnectionRow, 'id' | 'user_id' | 'version' | 'created_at'>>

/** The queue of one account's alerts for one bot and chat. */
export const laneOf = (userId: string, botId: string, chatId: string): string =>
  `${userId}:${botId}:${chatId}`

export const listConnections = (owner: Owner) => withTrouble(owner).execute()

export const readConnection = (owner: Owner, id: string) =>
  withTrouble(owner).where('id', '=', id).executeTakeFirst()

export const insertConnection = (owner: Owner, row: Omit<ConnectionRow, 'user_id' | 'version'>) =>
  owner.db
    .insertInto('connections')
    .values({ ...row, user_id: owner.userId, version: 1 })
    .execute()

/** @returns whether the row was there, in the version given if one was given */
export async function updateConnection(
  owner: Owner,
  id: string,
  change: ConnectionChange,
  version?: number,
): Promise<boolean> {
  const update = owner.db
    .updateTable('connections')
    .set(eb => ({ ...change, version: eb('version', '+', 1) }))
    .where('user_id', '=', owner.userId)
    .where('id', '=', id)
  const result = await (version === undefined
    ? update
    : update.where('version', '=', version)
  ).executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const deleteConnection = (own: OwnerTransacting, id: string) =>
  own.db.deleteFrom('connections').where('user_id', '=', own.userId).where('id', '=', id).execute()

export const moveConnectionsToTemplate = (own: OwnerTransacting, from: string, to: string) =>
  own.db
    .updateTable('connections')
    .set(eb => ({ template_id: to, version: eb('version', '+', 1) }))
    .where('user_id', '=', own.userId)
    .where('template_id', '=', from)
    .execute()

/** The account's connections to one bot; whether they hold the same token is for the caller to see. */
export const connectionsOfBot = (own: OwnerTransacting, botId: string) =>
  own.db
    .selectFrom('connections')
    .select(['id', 'telegram_bot_token'])
    .where('user_id', '=', own.userId)
    .where('bot_id', '=', botId)
    .execute()

/** Telegram knows the lane's chat by another id: so do all the account's connections to it. */
export const moveConnectionsToChat = (
  own: OwnerTransacting,
  from: string,
  to: Pick<ConnectionRow, 'chat_id' | 'lane'> & Partial<Pick<ConnectionRow, 'telegram_chat_id'>>,
) =>
  own.db
    .updateTable('connections')
    .set(eb => ({ ...to, version: eb('version', '+', 1) }))
    .where('user_id', '=', own.userId)
    .where('lane', '=', from)
    .execute()

/** What a webhook needs of its connection; whose it is follows from the id. */
export const receivingConnections = (trx: Transacting, ids: string[]) =>
  trx
    .selectFrom('connections')
    .select(['id', 'user_id', 'name', 'is_active', 'lane'])
    .where('id', 'in', ids)
    .execute()

/** Why the newest alert failed, when it did; those that came while it was switched off don't count. */
const withTrouble = (owner: Owner) =>
  owner.db
    .selectFrom('connections')
    .selectAll('connections')
    .select(eb =>
      eb
        .selectFrom('alerts')
        .select('error_reason')
        .whereRef('alerts.user_id', '=', 'connections.user_id')
        .whereRef('alerts.connection_id', '=', 'connections.id')
        .where('alerts.status', '!=', 'pending')
        .where(where =>
          where.or([
            where('alerts.error_code', 'is', null),
            where('alerts.error_code', '!=', 'inactive'),
          ]),
        )
        .orderBy('alerts.received_at', 'desc')
        .limit(1)
        .as('trouble'),
    )
    .where('user_id', '=', owner.userId)
