import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { clock } from '#server/base/clock.ts'
import { StartError } from '#server/base/errors.ts'
import { clientOptions, isAway } from './postgres.ts'
import { StoreAwayError } from './store-errors.ts'

/** The server answers, but can't be used yet. */
class NotReadyError extends Error {
  override name = 'NotReadyError'
}

export type ReachOptions = {
  /** Milliseconds to wait for the server. */
  patience: number
  /** Receives a line in Spanish that says why it waits. */
  say: (line: string) => void
}

/** A database that starts together with this process may take a while. */
const PATIENCE_MS = 30_000
const SILENT_FOR_MS = 1_500
const PAUSE_MS = 500
const ANSWER_MS = 2_000
const OLDEST_VERSION = 15
/** How often one connection looks for the mark of another: as many sessions as a pooler may keep on a server. */
const TRIES = 24

/**
 * Waits until PostgreSQL can be reached, and checks that it is suitable.
 * @throws StartError if it is unsuitable, if waiting will not help, or once `patience` has run out
 */
export async function waitForPostgres(
  url: string,
  { patience = PATIENCE_MS, say = () => {} }: Partial<ReachOptions> = {},
): Promise<void> {
  const { host, port } = read(url)
  const begun = clock.monotonic()
  const said = new Set<string>()
  for (;;) {
    try {
      return await check(url)
    } catch (error) {
      const waited = clock.monotonic() - begun
      if (!isWorthWaiting(error) || waited > patience) throw unusable(error)
      const reason = reasonOf(error)
      if (waited > SILENT_FOR_MS && !said.has(reason)) {
        said.add(reason)
        say(`Pregonero espera a PostgreSQL en ${host}:${port}, que aún no está listo (${reason}).`)
      }
      await clock.pause(PAUSE_MS)
    }
  }
}

/** Parses the address, and reads the certificates that it names. */
function read(url: string): pg.Client {
  try {
    return new pg.Client(clientOptions(url))
  } catch (error) {
    throw unusable(error)
  }
}

async function check(url: string): Promise<void> {
  await using one = await connect(url)
  await refuseUnsuitable(one.client)
  await using other = await connect(url)
  await seeThatItAnswers(other.client)
  await refuseShared(one.client, other.client)
}

async function connect(url: string): Promise<AsyncDisposable & { client: pg.Client }> {
  const client = new pg.Client({ ...clientOptions(url), query_timeout: ANSWER_MS })
  // The pending query reports the error.
  client.on('error', () => {})
  await client.connect()
  return {
    client,
    // Not awaited: a server that is gone never answers.
    [Symbol.asyncDispose]: async () => void client.end().catch(() => {}),
  }
}

async function refuseUnsuitable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string; locked: boolean }>(`
    select current_setting('server_version_num')::int / 10000 as version,
           current_setting('server_encoding') as encoding,
           current_setting('transaction_read_only')::bool as locked`)
  const [{ version, encoding, locked } = { version: 0, encoding: '', locked: true }] = rows
  if (version < OLDEST_VERSION)
    throw new StartError(
      `PostgreSQL ${version} es demasiado antiguo: Pregonero necesita la versión ${OLDEST_VERSION} o una posterior.`,
    )
  if (encoding !== 'UTF8')
    throw new StartError(
      `La base de datos de DATABASE_URL guarda los textos en ${encoding}. Crea otra con la codificación UTF8.`,
    )
  if (locked) throw new NotReadyError('solo se puede leer')
}

/** A pooler whose sessions are all taken accepts another connection, but leaves its queries waiting. */
async function seeThatItAnswers(another: pg.Client): Promise<void> {
  await another.query('select').catch(error => {
    throw new NotReadyError('no da más conexiones', { cause: error })
  })
}

/**
 * Refuses a pooler that shares sessions, to which settings, prepared statements and `listen` belong. One
 * connection leaves a mark in its session: if the other one finds the mark, or the first one does not, sessions
 * are shared. The other one looks often, because the pooler may have several sessions.
 */
async function refuseShared(one: pg.Client, other: pg.Client): Promise<void> {
  const mark = randomUUID()
  await one.query(`select set_config('pregonero.mark', $1, false)`, [mark])
  for (let tries = 0; tries < TRIES; tries += 1) if ((await markOf(other)) === mark) throw shared()
  if ((await markOf(one)) !== mark) throw shared()
}

async function markOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select current_setting('pregonero.mark', true) as mark`,
  )
  return rows[0]?.mark ?? null
}

const shared = () =>
  new StartError(
    'La dirección de DATABASE_URL es de un PgBouncer, u otro intermediario, que reparte las conexiones por transacciones, y así se pierden alertas: pon pool_mode = session para esta base de datos, o en DATABASE_URL la dirección del propio PostgreSQL.',
  )

/** Codes and messages of network errors and timeouts, which may pass. */
const PASSING = /^E(?!RR_)|timeout|terminated/
/** Messages of PgBouncer errors that waiting does not help; its errors all have the same code. */
const PERMANENT = /no such (user|database)|authentication|startup parameter/

function isWorthWaiting(error: unknown): boolean {
  if (error instanceof NotReadyError) return true
  if (error instanceof pg.DatabaseError) return isAway(error) && !PERMANENT.test(error.message)
  return isAway(error) && (PASSING.test(codeOf(error)) || PASSING.test(reasonOf(error)))
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Message of the driver or the server; if several addresses were tried, there is only a code. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error && error.message) || codeOf(error) || String(error)

/** StartError that says in one Spanish sentence why PostgreSQL can't be used. */
export function unusable(error: unknown): StartError {
  if (error instanceof StartError) return error
  const reason = reasonOf(error instanceof StoreAwayError ? error.cause : error)
  return new StartError(
    `No se puede usar la base de datos de DATABASE_URL (${reason}). Revisa la dirección, el usuario, su contraseña y que PostgreSQL esté en marcha.`,
    { cause: error },
  )
}
