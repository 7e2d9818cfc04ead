/** The addresses that lead to a connection: its own id, until that is retired, and further ones. */
import { sql } from 'kysely'
import { inChunks } from '#server/store/engine/batches.ts'
import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'

export type AddressRow = {
  id: string
  connection_id: string
  /** Milliseconds UTC. */
  created_at: number
}

/** Subselect for a row of `connections`: id of its newest further address in use; null without one. */
export const newestAddress = sql<string | null>`(
  select addresses.id from addresses
  where addresses.connection_id = connections.id and addresses.retired = 0
  order by addresses.created_at desc limit 1)`

/** Addresses in use of one or all connections: ids of connections, then further addresses in order of creation. */
export async function readAddresses(owner: Owner, connectionId?: string): Promise<AddressRow[]> {
  const { db, userId } = owner
  const ofConnections = db
    .selectFrom('connections')
    .select(['id', 'id as connection_id', 'created_at'])
    .where('user_id', '=', userId)
    .where('id_retired', '=', 0)
  const further = db
    .selectFrom('addresses')
    .innerJoin('connections', 'connections.id', 'addresses.connection_id')
    .select(['addresses.id', 'addresses.connection_id', 'addresses.created_at'])
    .where('connections.user_id', '=', userId)
    .where('addresses.retired', '=', 0)
    .orderBy('addresses.created_at')
  const [own, others] =
    connectionId === undefined
      ? [ofConnections, further]
      : [
          ofConnections.where('id', '=', connectionId),
          further.where('addresses.connection_id', '=', connectionId),
        ]
  return [...(await own.execute()), ...(await others.execute())]
}

/** Arrival of the newest stored alert by each address, milliseconds UTC; addresses without one are left out. */
export async function lastUses(
  { db, userId }: Owner,
  { id, addressed_since: since }: { id: string; addressed_since: number | null },
  addresses: readonly AddressRow[],
): Promise<ReadonlyMap<string, number>> {
  const ofConnection = db
    .selectFrom('alerts')
    .select(({ fn }) => fn.max('received_at').as('at'))
    .where('user_id', '=', userId)
    .where('connection_id', '=', id)
  const uses = new Map<string, number>()
  for (const { id: address } of addresses) {
    const byName = await ofConnection.where('address_id', '=', address).executeTakeFirst()
    // Alerts older than the first further address came by the connection's id, without an `address_id`.
    const unnamed = since === null ? ofConnection : ofConnection.where('received_at', '<=', since)
    const at = byName?.at ?? (address === id ? (await unnamed.executeTakeFirst())?.at : null)
    if (at) uses.set(address, at)
  }
  return uses
}

/** @param address.created_at later than that of the connection's other addresses */
export async function insertAddress(own: OwnerTransacting, address: AddressRow): Promise<void> {
  const { connection_id, created_at } = address
  await own.db
    .updateTable('connections')
    .set(({ fn, ref, val }) => ({
      addressed_since: fn.coalesce(ref('addressed_since'), val(created_at)),
    }))
    .where('user_id', '=', own.userId)
    .where('id', '=', connection_id)
    .execute()
  await writeAddresses(own, [address])
  await forgetRetired(own)
}

/**
 * Takes an address out of use. A connection's own id stays reserved as long as the connection exists, another id while
 * it is among the connection's newest `KEPT_RETIRED` retired addresses.
 */
export async function retireAddress(
  { db, userId }: OwnerTransacting,
  { id, connection_id }: Pick<AddressRow, 'id' | 'connection_id'>,
): Promise<void> {
  await db
    .updateTable('connections')
    .set({ id_retired: 1 })
    .where('user_id', '=', userId)
    .where('id', '=', connection_id)
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('addresses')
    .set({ retired: 1 })
    .where('connection_id', 'in', eb =>
      eb.selectFrom('connections').select('id').where('user_id', '=', userId),
    )
    .where('id', '=', id)
    .execute()
}

/**
 * Replaces the further addresses of the account's connections: retires all, deletes those that have the id of one of
 * its connections, and writes the given ones.
 * @param addresses none has the id of another account's address
 */
export async function replaceAddresses(
  own: OwnerTransacting,
  addresses: readonly AddressRow[],
): Promise<void> {
  const { db, userId } = own
  const ownIds = db.selectFrom('connections').select('id').where('user_id', '=', userId)
  await db
    .updateTable('addresses')
    .set({ retired: 1 })
    .where('connection_id', 'in', ownIds)
    .execute()
  await db.deleteFrom('addresses').where('id', 'in', ownIds).execute()
  for (const some of inChunks(addresses)) await writeAddresses(own, some)
  await forgetRetired(own)
}

/** The given ids that are further addresses of another account's connections, retired ones included. */
export async function addressesOfOthers(
  { db, userId }: OwnerTransacting,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('addresses')
    .innerJoin('connections', 'connections.id', 'addresses.connection_id')
    .select('addresses.id')
    .where('addresses.id', 'in', ids)
    .where('connections.user_id', '!=', userId)
    .execute()
  return rows.map(({ id }) => id)
}

const writeAddresses = ({ db }: OwnerTransacting, addresses: readonly AddressRow[]) =>
  db
    .insertInto('addresses')
    .values(addresses.map(address => ({ ...address, retired: 0 as const })))
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        connection_id: ref('excluded.connection_id'),
        created_at: ref('excluded.created_at'),
        retired: 0,
      })),
    )
    .execute()

/** Retired addresses kept of each connection; older ones are deleted. */
const KEPT_RETIRED = 20

const forgetRetired = ({ db, userId }: OwnerTransacting) =>
  db
    .deleteFrom('addresses')
    .where('id', 'in', eb =>
      eb
        .selectFrom(
          eb
            .selectFrom('addresses')
            .innerJoin('connections', 'connections.id', 'addresses.connection_id')
            .select(({ fn }) => [
              'addresses.id',
              fn
                .agg<number>('row_number')
                .over(over =>
                  over
                    .partitionBy('addresses.connection_id')
                    .orderBy('addresses.created_at', 'desc'),
                )
                .as('nth'),
            ])
            .where('connections.user_id', '=', userId)
            .where('addresses.retired', '=', 1)
            .as('gone'),
        )
        .select('gone.id')
        .where('gone.nth', '>', KEPT_RETIRED),
    )
    .execute()
