import { type Expression, type Insertable, type Selectable, sql } from 'kysely'
import { isOneOf } from '#server/store/engine/dialect.ts'
import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'
import type { Tables } from '#server/store/engine/schema.ts'
import { TRIAL_CONNECTIONS } from '#shared/limits.ts'
import { newestAddress } from './addresses.ts'
import { isDelivered, isSettled } from './alerts.ts'
import { updateVersion } from './update-version.ts'

export type ConnectionRow = Selectable<Tables['connections']>
type ConnectionChange = Partial<Omit<ConnectionRow, 'id' | 'user_id' | 'version' | 'created_at'>>

export const readConnection = (owner: Owner, id: string) =>
  owner.db
    .selectFrom('connections')
    .selectAll()
    .where('user_id', '=', owner.userId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Connections with their alert counts, last delivery, trouble, misfit and flood waits. */
export const describeConnections = (owner: Owner) => described(owner).execute()

export const describeConnection = (owner: Owner, id: string) =>
  described(owner).where('connections.id', '=', id).executeTakeFirst()

export type DescribedConnection = Awaited<ReturnType<typeof describeConnections>>[number]

export const insertConnection = (
  owner: Owner,
  row: Omit<Insertable<Tables['connections']>, 'user_id' | 'version'>,
) =>
  owner.db
    .insertInto('connections')
    .values({ ...row, user_id: owner.userId, version: 1 })
    .execute()

/** @returns whether the row exists, and has `version` if that is given */
export const updateConnection = (
  owner: Owner,
  id: string,
  change: ConnectionChange,
  version?: number,
): Promise<boolean> => updateVersion(owner, 'connections', { id, version }, change)

/** Notes when a cause of failed deliveries was addressed. This is not an edit: the version stays. */
export const markMended = (
  owner: Owner | OwnerTransacting,
  which: { id: string } | { template_id: string },
  now: number,
) =>
  owner.db
    .updateTable('connections')
    .set({ mended_at: now })
    .where('user_id', '=', owner.userId)
    .where(eb => eb.and(which))
    .execute()

/** The newest connections that use a template: enough to sample its alerts. */
export const connectionsOfTemplate = (owner: Owner, templateId: string) =>
  owner.db
    .selectFrom('connections')
    .select('id')
    .where('user_id', '=', owner.userId)
    .where('template_id', '=', templateId)
    .orderBy('created_at', 'desc')
    .limit(TRIAL_CONNECTIONS)
    .execute()

export const moveConnectionsToTemplate = (
  own: OwnerTransacting,
  { from, to, now }: { from: string; to: string; now: number },
) =>
  own.db
    .updateTable('connections')
    .set(eb => ({ template_id: to, mended_at: now, version: eb('version', '+', 1) }))
    .where('user_id', '=', own.userId)
    .where('template_id', '=', from)
    .execute()

/** The account's connections among the ids, with the columns that concern a failure. */
export const connectionsNamed = async (owner: Owner, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : owner.db
        .selectFrom('connections')
        .select(['id', 'name', 'lane', 'bot_id', 'topic_id', 'template_id'])
        .where('user_id', '=', owner.userId)
        .where(isOneOf(owner.db, 'id', ids))
        .execute()

/** The account's connections to one bot; the caller compares their tokens. */
export const connectionsOfBot = (own: OwnerTransacting, botId: string) =>
  own.db
    .selectFrom('connections')
    .select(['id', 'telegram_bot_token'])
    .where('user_id', '=', own.userId)
    .where('bot_id', '=', botId)
    .execute()

/** The account's connections to the chat of a lane. @param topicId limits them to a topic; null: without a topic */
export async function connectionsOfLane(
  own: OwnerTransacting,
  lane: string,
  topicId?: number | null,
): Promise<string[]> {
  const those = own.db
    .selectFrom('connections')
    .select('id')
    .where('user_id', '=', own.userId)
    .where('lane', '=', lane)
  const rows = await (topicId === undefined
    ? those
    : those.where('topic_id', topicId === null ? 'is' : '=', topicId)
  ).execute()
  return rows.map(row => row.id)
}

/** Moves all the account's connections of a lane to the chat's new id. */
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

/** Distinct lanes of the account's connections, or of one connection. */
export async function lanesOfConnections(
  { db, userId }: Owner | OwnerTransacting,
  connectionId?: string,
) {
  const all = db.selectFrom('connections').select('lane').distinct().where('user_id', '=', userId)
  const rows = await (connectionId === undefined
    ? all
    : all.where('id', '=', connectionId)
  ).execute()
  return rows.map(({ lane }) => lane)
}

/** Numbers of connections; `active`: switched on; `troubled`: switched on and `trouble` is not null. */
export async function countConnections(
  owner: Owner,
  id: string | undefined,
): Promise<{ total: number; active: number; troubled: number }> {
  const counts = owner.db
    .selectFrom('connections')
    .select(eb => {
      const isTroubled = eb.and([eb('is_active', '=', 1), eb(trouble, 'is not', null)])
      const sum = (value: Expression<number>) =>
        eb.cast<number>(eb.fn.coalesce(eb.fn.sum(value), eb.lit(0)), 'bigint')
      return [
        eb.fn.countAll<number>().as('total'),
        sum(eb.ref('is_active')).as('active'),
        sum(eb.case().when(isTroubled).then(1).else(0).end()).as('troubled'),
      ]
    })
    .where('user_id', '=', owner.userId)
  return (id === undefined ? counts : counts.where('id', '=', id)).executeTakeFirstOrThrow()
}

/**
 * Why a connection's newest settled alert failed; null if it was delivered or dropped by its owner, or does not exist.
 * Ignores alerts that came while the connection was off.
 */
const trouble = sql<string | null>`(
  select case when error_code = 'dropped' then null else error_reason end from alerts
  where alerts.user_id = connections.user_id and alerts.connection_id = connections.id
    and ${isSettled}
  order by received_at desc, id desc limit 1)`

/** Id of the newest delivered alert, if it did not fit the template version that the connection uses now. */
const misfit = sql<string | null>`(
  select case when misfit = connections.template_id || ':' || (
    select version from message_templates
    where message_templates.user_id = connections.user_id
      and message_templates.id = connections.template_id) then alerts.id end
  from alerts
  where alerts.user_id = connections.user_id and alerts.connection_id = connections.id
    and status = 'success'
  order by delivered_at desc, alerts.id desc limit 1)`

/** Connections with figures of their alerts; `inactive`: received while the connection was switched off. */
const described = (owner: Owner) =>
  owner.db
    .with(
      cte => cte('noted').materialized(),
      db =>
        db
          .selectFrom('count_changes')
          .select(({ fn }) => [
            'connection_id',
            fn.sum('total').as('total'),
            fn.sum('successful').as('successful'),
            fn.sum('failed').as('failed'),
            fn.sum('inactive').as('inactive'),
          ])
          .where('user_id', '=', owner.userId)
          .groupBy('connection_id'),
    )
    .selectFrom('connections')
    .leftJoin('connection_counts as added', join =>
      join
        .onRef('added.user_id', '=', 'connections.user_id')
        .onRef('added.connection_id', '=', 'connections.id'),
    )
    .leftJoin('noted', 'noted.connection_id', 'connections.id')
    .leftJoin('lanes', 'lanes.lane', 'connections.lane')
    .leftJoin('bots', 'bots.bot_id', 'connections.bot_id')
    .selectAll('connections')
    .select(newestAddress.as('newest_address'))
    .select([
      'lanes.waits_until as lane_waits_until',
      'lanes.wait as lane_wait',
      'bots.waits_until as bot_waits_until',
      'bots.wait as bot_wait',
    ])
    .select(eb => {
      const counted = (name: 'total' | 'successful' | 'failed' | 'inactive') => {
        const sum = sql`coalesce(${eb.ref(`added.${name}`)}, 0) + coalesce(${eb.ref(`noted.${name}`)}, 0)`
        return sql<number>`cast(${sum} as bigint)`.as(name)
      }
      return [
        counted('total'),
        counted('successful'),
        counted('failed'),
        counted('inactive'),
        eb
          .selectFrom('alerts')
          .select(({ fn }) => fn.max('delivered_at').as('at'))
          .whereRef('alerts.user_id', '=', 'connections.user_id')
          .whereRef('alerts.connection_id', '=', 'connections.id')
          .where(isDelivered)
          .as('last_delivery'),
        trouble.as('trouble'),
        misfit.as('misfit'),
      ]
    })
    .where('connections.user_id', '=', owner.userId)
