/** A pool of connections to PostgreSQL behind the interface that Kysely calls, and what its errors mean. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { statementName } from './prepared.ts'
import { RowBusyError, StoreAwayError, StoreFullError } from './store-errors.ts'

type Settings = Readonly<Record<string, string>>

export type PoolOptions = {
  /** Connections at most. */
  size: number
  /** Milliseconds; null: as long as it takes. */
  waits: {
    /** For one statement's answer; afterwards the server is taken for gone. */
    statement: number
    /** For a row that another transaction holds. */
    lock: number
  } | null
  /** Of the server, for these connections; those that it does not know are left out. */
  settings?: Settings
}

/** Connecting, and a pause in the midst of a transaction, whose locks a frozen process would keep. */
const CONNECT_MS = 2_000
const IDLE_IN_TRANSACTION_MS = 5_000
/** The server gives up first, so that an answer that only is slow does not cost the connection. */
const SERVER_GIVES_UP_EARLIER_MS = 500

const INT8 = 20

/**
 * What the server, the database or the role may have otherwise, and everything here relies on. Whether
 * it may be written is not among it: an administrator says so for a reason.
 */
const RELIED_ON: Settings = {
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  standard_conforming_strings: 'on',
  DateStyle: 'ISO, MDY',
  idle_session_timeout: '0',
  transaction_timeout: '0',
  // What was acknowledged is on disk. A stricter setting of the server stays.
  synchronous_commit: 'on',
}

/** By which connections of every version are known. */
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
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number)
  const pool = new pg.Pool({
    ...clientOptions(url),
    types,
    max: size,
    ...(waits && { query_timeout: waits.statement }),
    onConnect: client => setUp(client, settingsOf(options)),
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

/** Not as parameters of the start, which PgBouncer refuses. */
async function setUp(client: pg.ClientBase, settings: Settings): Promise<void> {
  const query = {
    text: `select set_config(key, value, false) from json_each_text($1)
      where current_setting(key, true) is not null
        and (key <> 'synchronous_commit' or current_setting(key) = 'off')`,
    values: [JSON.stringify(settings)],
    query_timeout: CONNECT_MS,
  }
  await client.query(query)
}

function forKysely(client: pg.PoolClient): PostgresPoolClient {
  /** With which the connection was lost: it stays so. */
  let lost: StoreAwayError | undefined
  /** The driver is asked one thing at a time. */
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

/** PostgreSQL has no texts with U+0000. What is stored has none either, so nothing is missed. */
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
 * Connection trouble (08, and whatever the server has not said itself), a server that stops, starts,
 * has ended our idle transaction, has no room or may only be read.
 */
const AWAY = /^(08...|57P0[1235]|25P03|53300|25006)$/
/** A conflict with another transaction, a lock or an answer that took too long. */
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
