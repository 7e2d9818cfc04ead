import { sql } from 'kysely'
import { clock } from '#server/base/clock.ts'
import { StartError } from '#server/base/errors.ts'
import { findRing } from '#server/base/key-ring.ts'
import { databaseNow } from '#server/store/engine/dialect.ts'
import { APPLICATION_NAME } from '#server/store/engine/postgres.ts'
import { RUNNING } from '#server/store/engine/postgres-listener.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import { MIGRATION_LOCK } from '#server/store/migrations/migrate.ts'
import { readKeysInUse } from '#server/store/rows/keys-in-use.ts'
import { ourTables, TRACES } from './moved-tables.ts'

const LOCK_WAIT = '5s'
/** Longest plausible lease: a longer one comes from a clock that was set back since. */
const LONGEST_LEASE_MS = 60_000
/** How long PostgreSQL may still list a connection that its process has closed, on a busy machine. */
const ENDING_MS = 8_000
const LOOK_AGAIN_MS = 150

/**
 * Data that is about to be written into a PostgreSQL.
 * @property secretKey key under which the installation continues, or «new,old»
 * @property name name of the operation in refusals: «el traslado»
 * @property otherwise alternative that a refusal adds, in Spanish
 * @property overwrites existing data is replaced
 */
export type Claim = { secretKey: string; name: string; otherwise?: string; overwrites?: boolean }

/**
 * Makes sure that this PostgreSQL is empty (empties it if the claim overwrites), and that no other program writes
 * before the transaction ends. A process that starts meanwhile waits, as it does while another one migrates.
 * @throws StartError when another program uses it, or has used it and the claim does not overwrite
 * @throws StoreBusyError when another program writes and does not end
 */
export async function claimEmpty(to: Transacting, claim: Claim): Promise<void> {
  await holdMigrations(to)
  await refuseRunning(to, claim)
  const tables = await existingTables(to)
  if (tables.length === 0) return
  const all = sql.join(tables.map(({ name }) => sql.table(name)))
  await sql`lock table ${all} in exclusive mode`.execute(to)
  const has = (table: string) => tables.some(({ name }) => name === table)
  if (has('workers')) await refuseWorking(to, claim)
  if (claim.overwrites) {
    await sql`truncate ${all}`.execute(to)
    return
  }
  for (const { name, title } of tables)
    if (!TRACES.includes(name)) await refuseRows(to, { name, title }, claim)
  if (has('settings')) await refuseOtherKey(to, claim)
  for (const trace of TRACES) if (has(trace)) await sql`delete from ${sql.table(trace)}`.execute(to)
}

async function holdMigrations(to: Transacting): Promise<void> {
  await to.getExecutor().adapter.acquireMigrationLock(to, MIGRATION_LOCK)
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(to)
}

/** Existing tables of Pregonero, in the form of any version. */
async function existingTables(to: Transacting) {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${ourTables.map(({ name }) => name)}::text[]) as name
    where to_regclass(quote_ident(name)) is not null`.execute(to)
  return ourTables.filter(({ name }) => rows.some(row => row.name === name))
}

/**
 * A process that ended a moment ago may still be listed. Processes of older versions are recognised by the name
 * of their connections, whatever their role.
 */
async function refuseRunning(to: Transacting, { name }: Claim): Promise<void> {
  const begun = clock.monotonic()
  while (!(await isAlone(to))) {
    if (clock.monotonic() - begun >= ENDING_MS) throw inUse(name)
    await clock.pause(LOOK_AGAIN_MS)
  }
}

/** A process that has lost its connections for a moment is recognised by its lease. */
async function refuseWorking(to: Transacting, { name }: Claim): Promise<void> {
  const { rows } = await sql`
    select from workers
    where alive_until between ${databaseNow} and ${databaseNow} + ${LONGEST_LEASE_MS} limit 1`.execute(
    to,
  )
  if (rows.length > 0) throw inUse(name)
}

const inUse = (name: string) =>
  new StartError(
    `Un Pregonero en marcha usa el PostgreSQL de DATABASE_URL: detenlo y repite ${name}.`,
  )

async function isAlone(to: Transacting): Promise<boolean> {
  // PostgreSQL shows a transaction the connections of its first look, until the snapshot is cleared.
  await sql`select pg_stat_clear_snapshot()`.execute(to)
  const { rows } = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(${RUNNING}) and not exists (
      select from pg_stat_activity
      where datname = current_database() and application_name = ${APPLICATION_NAME}
        and pid <> pg_backend_pid()) as alone`.execute(to)
  return rows[0]?.alone === true
}

async function refuseRows(
  to: Transacting,
  { name, title }: { name: string; title: string },
  claim: Claim,
): Promise<void> {
  const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(to)
  if (rows.length > 0)
    throw new StartError(
      `El PostgreSQL de DATABASE_URL no está vacío (tiene datos en «${title}»): ${claim.name} necesita una base de datos sin nada${claim.otherwise ?? ''}.`,
    )
}

/** A process with the other key may still be running, and would work on the data written here. */
async function refuseOtherKey(to: Transacting, { secretKey, name }: Claim): Promise<void> {
  if (!findRing(await readKeysInUse(to), secretKey))
    throw new StartError(
      `En el PostgreSQL de DATABASE_URL ya arrancó un Pregonero con otra SECRET_KEY: detenlo, si sigue en marcha, y usa para ${name} una base de datos recién creada.`,
    )
}
