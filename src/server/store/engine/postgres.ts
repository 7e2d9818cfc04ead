/** Pool of PostgreSQL connections behind the interface that Kysely calls; maps its errors to those of the store. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { statementName } from './prepared.ts'
import { RowBusyError, StoreAwayError, StoreFullError } from './store-errors.ts'

type Settings = Readonly<Record<string, string>>

export type PoolOptions = {
  /** Maximum number of connections. */
  size: number
  /** Timeouts in milliseconds; null: no timeouts. */
  waits: {
    /** For a free connection, opened if there are fewer than `size`. */
    connection: number
    /** For the answer to a statement; after it the server counts as unreachable. */
    statement: number
    /** For a lock that another transaction holds. */
    lock: number
  } | null
  /** Server settings of these connections; settings unknown to the server are skipped. */
  settings?: Settings
}

const CONNECT_MS = 2_000
/** Timeout of an idle transaction: a frozen process would keep its locks. */
const IDLE_IN_TRANSACTION_MS = 5_000
/** The server's timeout is shorter by this, so that a statement that is merely slow does not cost the connection. */
const SERVER_GIVES_UP_EARLIER_MS = 500

const INT8 = 20

/**
 * Settings on which this code relies, and which the server, the database or the role may have otherwise.
 * Read-only mode is not included: an administrator sets it for a reason.
 */
const RELIED_ON: Settings = {
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  standard_conforming_strings: 'on',
  DateStyle: 'ISO, MDY',
  idle_session_timeout: '0',
  transaction_timeout: '0',
  // An acknowledged commit is on disk. A stricter setting of the server is kept.
  synchronous_commit: 'on',
}

/** Name by which connections of every version are recognised. */
export const APPLICATION_NAME = 'pregonero'

export const clientOptions = (url: string) => ({
  connectionString: url,
  application_name: APPLICATION_NAME,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

export function openPool(url: string, options: PoolOptions): PostgresPool {
  const { size, waits } = options
  const connectionTimeoutMillis = waits?.connection ?? CONNECT_MS
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number)
  const pool = new pg.Pool({
    ...clientOptions(url),
    types,
    max: size,
    connectionTimeoutMillis,
    ...(waits && { query_timeout: waits.statement }),
    onConnect: client => setUp(client, settingsOf(options), connectionTimeoutMillis),
  })
  // The query on a lost connection reports it; without a listener the process would end.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return {
    options: pool.options,
    connect: async () => forKysely(await asStoreErrors(() => pool.connect())),
    end: () => pool.end(),
  }
}

const settingsOf = ({ waits, settings }: PoolOptions): Settings => ({
  ...RELIED_ON,
  statement_timeout: String(waits ? waits.statement - SERVER_GIVES_UP_EARLIER_MS : 0),
  lock_timeout: String(waits?.lock ?? 0),
  idle_in_transaction_session_timeout: String(waits ? IDLE_IN_TRANSACTION_MS : 0),
  ...settings,
})

/** Set by a query: PgBouncer refuses them as startup parameters. */
async function setUp(client: pg.ClientBase, settings: Settings, timeout: number): Promise<void> {
  const query = {
    text: `select set_config(key, value, false) from json_each_text($1)
      where current_setting(key, true) is not null
        and (key <> 'synchronous_commit' or current_setting(key) = 'off')`,
    values: [JSON.stringify(settings)],
    query_timeout: timeout,
  }
  await client.query(query)
}

function forKysely(client: pg.PoolClient): PostgresPoolClient {
  /** Error by which the connection was lost; later queries throw it again. */
  let lost: StoreAwayError | undefined
  /** Latest query: the driver gets one query at a time. */
  let last: Promise<unknown> = Promise.resolve()
  async function ask<R>(sql: string, values: readonly unknown[]): Promise<R> {
    if (lost) throw lost
    try {
      const query = { name: statementName(sql), text: sql, values: values.map(storable) }
      return await asStoreErrors(() => client.query(query) as Promise<R>)
    } catch (error) {
      if (error instanceof StoreAwayError) lost = error
      throw error
    }
  }
  return {
    query: <R>(sql: unknown, parameters: readonly unknown[] = []) => {
      if (typeof sql !== 'string') throw new Error('the store takes no cursors')
      const asked = last.then(() => ask<R>(sql, parameters))
      last = asked.catch(() => {})
      return asked
    },
    release: isUnusable => client.release(lost !== undefined || isUnusable === true),
  } as PostgresPoolClient
}

/** Replaces U+0000, which PostgreSQL texts cannot contain. Stored texts lack it too, so no search misses a row. */
const storable = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value

async function asStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isAway(error)) throw new StoreAwayError('PostgreSQL is away', { cause: error })
    if (isBusy(error)) throw new RowBusyError('others are at it', { cause: error })
    if (isFull(error)) throw new StoreFullError('the disk is full', { cause: error })
    throw error
  }
}

/**
 * SQLSTATEs of failed connections (08) and of a server that stops, starts, has no connection left, is read-only,
 * or has ended our idle session or transaction. `isAway` adds errors that the server did not send, except TypeErrors.
 */
const AWAY = /^(08...|57P0[1235]|25P03|53300|25006)$/
/** SQLSTATEs of conflicts with other transactions, and of lock and statement timeouts. */
const BUSY = /^(40001|40P01|55P03|57014)$/

export function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return AWAY.test(error.code ?? '')
  return error instanceof Error && !(error instanceof TypeError)
}

const isBusy = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && BUSY.test(error.code ?? '')

const isFull = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === DISK_FULL

const DISK_FULL = '53100'
