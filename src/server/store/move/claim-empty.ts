import { sql } from 'kysely'
import { StartError } from '#server/base/errors.ts'
import { checkValue } from '#server/base/secrets.ts'
import { databaseNow } from '#server/store/engine/dialect.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import { readSetting, SECRET_KEY_CHECK } from '#server/store/rows/settings.ts'
import { ourTables } from './moved-tables.ts'

/** Tables in which a start without accounts, and attempts to sign in there, leave rows. */
const TRACES = ['settings', 'rateLimit', 'sign_in_failures', 'workers']

const LOCK_WAIT = '5s'
/** A lease that lasts longer comes from a clock that was set back since. */
const LONGEST_LEASE_MS = 60_000

/**
 * Makes sure that this PostgreSQL is empty, and that no other program writes before the transaction
 * ends. A process that starts meanwhile waits, as it does while another one migrates.
 * @throws StartError when another program uses it or has used it
 * @throws StoreBusyError when another program writes and does not end
 */
export async function claimEmpty(to: Transacting, secretKey: string): Promise<void> {
  await holdMigrations(to)
  const tables = await existingTables(to)
  if (tables.length === 0) return
  const all = sql.join(tables.map(({ name }) => sql.table(name)))
  await sql`lock table ${all} in exclusive mode`.execute(to)
  const has = (table: string) => tables.some(({ name }) => name === table)
  if (has('workers')) await refuseInUse(to)
  for (const { name, title } of tables)
    if (!TRACES.includes(name)) await refuseRows(to, name, title)
  if (has('settings')) await refuseOtherKey(to, secretKey)
  for (const trace of TRACES) if (has(trace)) await sql`delete from ${sql.table(trace)}`.execute(to)
}

async function holdMigrations(to: Transacting): Promise<void> {
  const options = { lockTable: 'kysely_migration_lock', lockRowId: 'migration_lock' }
  await to.getExecutor().adapter.acquireMigrationLock(to, options)
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(to)
}

/** In whichever version's form. */
async function existingTables(to: Transacting) {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${ourTables.map(({ name }) => name)}::text[]) as name
    where to_regclass(quote_ident(name)) is not null`.execute(to)
  return ourTables.filter(({ name }) => rows.some(row => row.name === name))
}

async function refuseInUse(to: Transacting): Promise<void> {
  const { rows } = await sql`
    select from workers
    where alive_until between ${databaseNow} and ${databaseNow} + ${LONGEST_LEASE_MS} limit 1`.execute(
    to,
  )
  if (rows.length > 0)
    throw new StartError(
      'Un Pregonero en marcha usa el PostgreSQL de DATABASE_URL: detenlo y repite el traslado.',
    )
}

async function refuseRows(to: Transacting, table: string, title: string): Promise<void> {
  const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(to)
  if (rows.length > 0)
    throw new StartError(
      `El PostgreSQL de DATABASE_URL no está vacío (tiene datos en «${title}»): el traslado necesita una base de datos sin nada.`,
    )
}

/** A process of that key may still be running, and would work on what is moved here. */
async function refuseOtherKey(to: Transacting, secretKey: string): Promise<void> {
  const used = await readSetting(to, SECRET_KEY_CHECK)
  if (used !== undefined && used !== checkValue(secretKey))
    throw new StartError(
      'En el PostgreSQL de DATABASE_URL ya arrancó un Pregonero con otra SECRET_KEY: detenlo, si sigue en marcha, y traslada a una base de datos recién creada.',
    )
}
