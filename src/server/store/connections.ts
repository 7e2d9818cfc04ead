import { type Selectable, sql } from 'kysely'
import { undeletable } from './dialect.ts'
import type { Owner, OwnerTransacting } from './owner.ts'
import type { Tables, Transacting } from './schema.ts'

export type ConnectionRow = Selectable<Tables['connections']>
type ConnectionChange = Partial<Omit<ConnectionRow, 'id' | 'user_id' | 'version' | 'created_at'>>

export const readConnection = (owner: Owner, id: string) =>
  owner.db
    .selectFrom('connections')
    .selectAll()
    .where('user_id', '=', owner.userId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Connections, and what became of their alerts. */
export const describeConnections = (owner: Owner) => described(owner).execute()

export const describeConnection = (owner: Owner, id: string) =>
  described(owner).where('connections.id', '=', id).executeTakeFirst()

export type DescribedConnection = Awaited<ReturnType<typeof describeConnections>>[number]

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

/** What a webhook needs of its connection; whose it is follows from the id. They stay while it is written. */
export const receivingConnections = (trx: Transacting, ids: string[]) =>
  undeletable(
    trx,
    trx
      .selectFrom('connections')
      .select(['id', 'user_id', 'name', 'is_active', 'lane'])
      .where('id', 'in', ids),
  ).execute()

/**
 * `inactive` alerts came while the connection was switched off; `trouble` is why the newest of the
 * others failed, when it did.
 */
const described = (owner: Owner) =>
  owner.db
    .selectFrom('connections')
    .leftJoin('connection_counts as added', join =>
      join
        .onRef('added.user_id', '=', 'connections.user_id')
        .onRef('added.connection_id', '=', 'connections.id'),
    )
    .selectAll('connections')
    .select(eb => {
      const counted = (name: 'total' | 'successful' | 'failed' | 'inactive') => {
        const noted = eb
          .selectFrom('count_changes')
          .select(({ fn }) => fn.sum(name).as('sum'))
          .whereRef('count_changes.user_id', '=', 'connections.user_id')
          .whereRef('count_changes.connection_id', '=', 'connections.id')
        const sum = sql`coalesce(${eb.ref(`added.${name}`)}, 0) + coalesce(${noted}, 0)`
        return sql<number>`cast(${sum} as bigint)`.as(name)
      }
      const alerts = eb
        .selectFrom('alerts')
        .whereRef('alerts.user_id', '=', 'connections.user_id')
        .whereRef('alerts.connection_id', '=', 'connections.id')
      return [
        counted('total'),
        counted('successful'),
        counted('failed'),
        counted('inactive'),
        alerts
          .where('status', '=', 'success')
          .select(({ fn }) => fn.max('delivered_at').as('at'))
          .as('last_delivery'),
        alerts
          .select('error_reason')
          .where('status', '!=', 'pending')
          .where(where =>
            where.or([where('error_code', 'is', null), where('error_code', '!=', 'inactive')]),
          )
          .orderBy('received_at', 'desc')
          .limit(1)
          .as('trouble'),
      ]
    })
    .where('connections.user_id', '=', owner.userId)
