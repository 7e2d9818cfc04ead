import { type Expression, type Selectable, sql } from 'kysely'
import { asJson, lockAgainstDeletion, rowsFromJson } from '#server/store/engine/dialect.ts'
import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Tables, Transacting } from '#server/store/engine/schema.ts'
import { TRIAL_CONNECTIONS } from '#shared/limits.ts'
import type { KnownConfig } from '#shared/payload/alert-name.ts'
import { isDelivered, isSettled } from './alerts.ts'

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

/** Some of those that use a template: enough to know what comes to it. */
export const connectionsOfTemplate = (owner: Owner, templateId: string) =>
  owner.db
    .selectFrom('connections')
    .select('id')
    .where('user_id', '=', owner.userId)
    .where('template_id', '=', templateId)
    .orderBy('created_at', 'desc')
    .limit(TRIAL_CONNECTIONS)
    .execute()

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

/** The account's connections that write to the chat of a lane. @param topicId only those to one topic; null: to none */
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

export async function connectionExists(db: Database, id: string): Promise<boolean> {
  const [row] = await connectionOf(db, id)
  return row !== undefined
}

const connectionOf = prepared((db, id: string) =>
  db.selectFrom('connections').select('id').where('id', '=', id),
)

/**
 * What a webhook needs of its connection, and by what its alerts are named; whose it is follows from
 * the id. They stay while it is written.
 */
export async function receivingConnections(
  trx: Transacting,
  ids: readonly string[],
): Promise<ReceivingConnection[]> {
  const rows = await withConfigs(trx, asJson(ids.map(id => ({ id }))))
  const connections = new Map<string, ReceivingConnection>()
  for (const { config_name, template_fields, ...row } of rows) {
    const connection = connections.get(row.id) ?? { ...row, configs: [] }
    connections.set(row.id, connection)
    if (config_name !== null && template_fields !== null)
      connection.configs.push({ name: config_name, templateFields: JSON.parse(template_fields) })
  }
  return [...connections.values()]
}

const withConfigs = prepared((db, ids: string) =>
  lockAgainstDeletion(
    db,
    'connections',
    db
      .selectFrom('connections')
      .leftJoin('tv_alert_configs as config', join =>
        join
          .onRef('config.user_id', '=', 'connections.user_id')
          .onRef('config.connection_id', '=', 'connections.id'),
      )
      .select([...receiving, 'config.name as config_name', 'config.template_fields'])
      .where('connections.id', 'in', eb =>
        eb
          .selectFrom(rowsFromJson<{ id: string }>(db, ids, { id: 'text' }).as('given'))
          .select('given.id'),
      ),
  ),
)

const receiving = [
  'connections.id',
  'connections.user_id',
  'connections.name',
  'connections.is_active',
  'connections.lane',
] as const

export type ReceivingConnection = Pick<
  ConnectionRow,
  'id' | 'user_id' | 'name' | 'is_active' | 'lane'
> & { configs: KnownConfig[] }

/** How many there are, how many are switched on, and of how many of those the newest alert failed. */
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

/** Why a connection's newest alert failed, when it did; those that came while it was off left out. */
const trouble = sql<string | null>`(
  select error_reason from alerts
  where alerts.user_id = connections.user_id and alerts.connection_id = connections.id
    and ${isSettled}
  order by received_at desc, id desc limit 1)`

/** The newest delivered alert, when the template that nothing of it fits is still the same. */
const misfit = sql<string | null>`(
  select case when misfit = connections.template_id || ':' || (
    select version from message_templates
    where message_templates.user_id = connections.user_id
      and message_templates.id = connections.template_id) then alerts.id end
  from alerts
  where alerts.user_id = connections.user_id and alerts.connection_id = connections.id
    and status = 'success'
  order by delivered_at desc, alerts.id desc limit 1)`

/** `inactive` alerts came while the connection was switched off. */
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
