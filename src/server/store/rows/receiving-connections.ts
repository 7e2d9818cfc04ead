/** Looks up the connection, and thereby the account, of a webhook address. */
import type { CompiledQuery, Selectable } from 'kysely'
import { asJson, lockAgainstDeletion, rowsFromJson } from '#server/store/engine/dialect.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Tables, Transacting } from '#server/store/engine/schema.ts'
import { together } from '#server/store/engine/together.ts'
import type { KnownConfig } from '#shared/payload/alert-name.ts'
import { lineVersion } from './line-version.ts'

/** Columns of a connection that a webhook needs, and the configurations that name its alerts. */
export type ReceivingConnection = Pick<
  Selectable<Tables['connections']>,
  (typeof receiving)[number]
> & {
  /** Setting of the account; 1: webhooks that do not come from TradingView are refused. */
  only_tradingview: 0 | 1 | null
  /** Line version: the row is current while it is unchanged; null on PostgreSQL. */
  version: string | null
  configs: KnownConfig[]
}

const receiving = [
  'id',
  'user_id',
  'name',
  'is_active',
  'lane',
  'addressed_since',
  'never_shown',
] as const

/**
 * Locks the connections against deletion until the transaction ends.
 * @param addresses ids of connections, or of further addresses
 * @returns connections by address; addresses without a connection are left out
 */
export const receivingConnections = async (
  trx: Transacting,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, ReceivingConnection>> =>
  withFurtherAddresses(trx, addresses, await byId(trx, asRows(addresses)))

/** Like `receivingConnections`; also runs an independent query, in the same round trip. */
export async function receivingConnectionsAnd<Row>(
  trx: Transacting,
  addresses: readonly string[],
  other: CompiledQuery<Row>,
): Promise<[ReadonlyMap<string, ReceivingConnection>, Row[]]> {
  const [rows, otherRows] = await together(trx, byId.query(trx, asRows(addresses)), other)
  return [await withFurtherAddresses(trx, addresses, rows), otherRows]
}

async function withFurtherAddresses(
  trx: Transacting,
  addresses: readonly string[],
  rowsById: Awaited<ReturnType<typeof byId>>,
): Promise<ReadonlyMap<string, ReceivingConnection>> {
  const connections = new Map<string, ReceivingConnection>()
  const add = (rows: typeof rowsById) => {
    for (const { address, retired, config_name, template_fields, ...row } of rows) {
      if (retired === 1) continue
      const connection = connections.get(address) ?? { ...row, configs: [] }
      connections.set(address, connection)
      if (config_name !== null && template_fields !== null)
        connection.configs.push({ name: config_name, templateFields: JSON.parse(template_fields) })
    }
  }
  add(rowsById)
  const others = addresses.filter(address => !connections.has(address))
  if (others.length > 0) add(await byFurtherAddress(trx, asRows(others)))
  return connections
}

const asRows = (ids: readonly string[]): string => asJson(ids.map(id => ({ id })))

// Retired addresses are read too and filtered in code: a condition would make PostgreSQL choose another plan.

const byId = prepared((db, given: string) =>
  withConfigs(db)
    .select(['connections.id as address', 'connections.id_retired as retired'])
    .where('connections.id', 'in', idsFrom(db, given)),
)

const byFurtherAddress = prepared((db, given: string) =>
  withConfigs(db)
    .innerJoin('addresses', 'addresses.connection_id', 'connections.id')
    .select(['addresses.id as address', 'addresses.retired'])
    .where('addresses.id', 'in', idsFrom(db, given)),
)

const withConfigs = (db: Database) =>
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
      .leftJoin('profiles', 'profiles.user_id', 'connections.user_id')
      .select(receiving.map(column => `connections.${column}` as const))
      .select([
        'profiles.only_tradingview',
        'config.name as config_name',
        'config.template_fields',
        lineVersion(db).as('version'),
      ]),
  )

const idsFrom = (db: Database, given: string) =>
  db.selectFrom(rowsFromJson<{ id: string }>(db, given, { id: 'text' }).as('given')).select('id')

export type AddressedConnection = { id: string; userId: string; lane: string }

/** @returns connections by address; addresses without a connection are left out */
export async function connectionsByAddress(
  db: Database,
  addresses: ReadonlySet<string>,
): Promise<ReadonlyMap<string, AddressedConnection>> {
  const connections = new Map<string, AddressedConnection>()
  for (const { id, user_id: userId, lane, id_retired } of await idsById(db, asRows([...addresses])))
    if (id_retired === 0) connections.set(id, { id, userId, lane })
  const others = [...addresses].filter(address => !connections.has(address))
  if (others.length === 0) return connections
  for (const { address, retired, id, user_id: userId, lane } of await idsByFurtherAddress(
    db,
    asRows(others),
  ))
    if (retired === 0) connections.set(address, { id, userId, lane })
  return connections
}

const idsById = prepared((db, given: string) =>
  db
    .selectFrom('connections')
    .select(['id', 'user_id', 'lane', 'id_retired'])
    .where('id', 'in', idsFrom(db, given)),
)

const idsByFurtherAddress = prepared((db, given: string) =>
  db
    .selectFrom('addresses')
    .innerJoin('connections', 'connections.id', 'addresses.connection_id')
    .select(['addresses.id as address', 'addresses.retired', 'connections.id', 'user_id', 'lane'])
    .where('addresses.id', 'in', idsFrom(db, given)),
)
