/** Set-up of an account, read and replaced as a whole. */
import { type Insertable, sql } from 'kysely'
import { inChunks } from '#server/store/engine/batches.ts'
import type { OwnerTransacting } from '#server/store/engine/owner.ts'
import type { Tables } from '#server/store/engine/schema.ts'
import { addressesOfOthers, readAddresses } from '#server/store/rows/addresses.ts'
import { removeConnections } from './remove-connections.ts'

export type StoredSetUp = Awaited<ReturnType<typeof readSetUp>>

/** Replacement rows, without account and version. */
export type NewSetUp = {
  [Name in keyof StoredSetUp]: Omit<Insertable<Tables[Name]>, 'user_id' | 'version'>[]
}

/** All rows, each table in order of creation. */
export const readSetUp = async ({ db, userId }: OwnerTransacting) => ({
  connections: await db
    .selectFrom('connections')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute(),
  message_templates: await db
    .selectFrom('message_templates')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute(),
  tv_alert_configs: await db
    .selectFrom('tv_alert_configs')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute(),
})

/** Rows that an import reads: connections, but only the ids of templates and configurations, whose texts are long. */
export const readReplaced = async ({ db, userId }: OwnerTransacting) => ({
  connections: await db
    .selectFrom('connections')
    .selectAll()
    .where('user_id', '=', userId)
    .execute(),
  message_templates: await db
    .selectFrom('message_templates')
    .select('id')
    .where('user_id', '=', userId)
    .execute(),
  tv_alert_configs: await db
    .selectFrom('tv_alert_configs')
    .select('id')
    .where('user_id', '=', userId)
    .execute(),
})

/**
 * Writes the new rows, whose ids are the account's own or free, and deletes the others. Rows with the same id are
 * updated in place, because a webhook may hold a lock on them, and their version is incremented.
 */
export async function replaceSetUp(
  own: OwnerTransacting,
  before: Awaited<ReturnType<typeof readReplaced>>,
  after: NewSetUp,
): Promise<void> {
  await writeRows(own, 'connections', ['id'], after.connections)
  await writeRows(own, 'message_templates', ['user_id', 'id'], after.message_templates)
  await writeRows(own, 'tv_alert_configs', ['id'], after.tv_alert_configs)
  await removeConnections(own, gone(before.connections, after.connections))
  for (const name of ['message_templates', 'tv_alert_configs'] as const)
    for (const ids of inChunks(gone(before[name], after[name])))
      await own.db
        .deleteFrom(name)
        .where('user_id', '=', own.userId)
        .where('id', 'in', ids)
        .execute()
}

/** The account's webhook addresses, and the given ids that its connections have. */
export async function ownWebhookIds(
  own: OwnerTransacting,
  ids: readonly string[],
): Promise<string[]> {
  const addresses = (await readAddresses(own)).map(({ id }) => id)
  return [...addresses, ...(await idsWhere(own, 'connections', ids, '='))]
}

/** The ids that are, or were, webhook addresses of another account. */
export async function webhookIdsOfOthers(
  own: OwnerTransacting,
  ids: readonly string[],
): Promise<string[]> {
  const taken = await idsOfOthers(own, 'connections', ids)
  for (const some of inChunks(ids)) taken.push(...(await addressesOfOthers(own, some)))
  return taken
}

/** The ids that another account uses. */
export const idsOfOthers = (
  own: OwnerTransacting,
  name: 'connections' | 'tv_alert_configs',
  ids: readonly string[],
) => idsWhere(own, name, ids, '!=')

/** The ids whose row is the account's (`=`) or another account's (`!=`). */
async function idsWhere(
  { db, userId }: OwnerTransacting,
  name: 'connections' | 'tv_alert_configs',
  ids: readonly string[],
  isOwn: '=' | '!=',
): Promise<string[]> {
  const found: string[] = []
  for (const some of inChunks(ids)) {
    const rows = await db
      .selectFrom(name)
      .select('id')
      .where('id', 'in', some)
      .where('user_id', isOwn, userId)
      .execute()
    found.push(...rows.map(({ id }) => id))
  }
  return found
}

async function writeRows(
  { db, userId }: OwnerTransacting,
  name: keyof StoredSetUp,
  key: readonly string[],
  rows: readonly object[],
): Promise<void> {
  const table = sql.table(name)
  for (const some of inChunks(rows)) {
    const whole = some.map(row => ({ ...row, user_id: userId, version: 1 }))
    const columns = Object.keys(whole[0] ?? {})
    const values = whole.map(row => sql`(${sql.join(Object.values(row))})`)
    const changes = columns
      .filter(column => column !== 'version' && !key.includes(column))
      .map(column => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`)
    await sql`
      insert into ${table} (${sql.join(columns.map(column => sql.ref(column)))})
      values ${sql.join(values)}
      on conflict (${sql.join(key.map(column => sql.ref(column)))})
      do update set ${sql.join(changes)}, version = ${table}.version + 1`.execute(db)
  }
}

function gone(before: readonly { id: string }[], after: readonly { id: string }[]): string[] {
  const kept = new Set(after.map(({ id }) => id))
  return before.map(({ id }) => id).filter(id => !kept.has(id))
}
