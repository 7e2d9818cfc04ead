/** A pool of connections to PostgreSQL as Kysely wants it, and what its errors mean. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { statementName } from './prepared.ts'
import { RowBusyError, StoreAwayError } from './store-busy-error.ts'

export type PoolOptions = {
  /** Connections at most. */
  size: number
  /** Milliseconds; null: as long as it takes. */
  waits: {
    /** For one statement's answer; afterwards the server is taken for gone. */
    statement: number
    /** For a row that somebody else holds. */
    lock: number
  } | null
  /** Of the server, for these connections. */
  settings?: Readonly<Record<string, string>>
}

/** Connecting, and a pause in the midst of a transaction, whose locks a frozen process would keep. */
const CONNECT_MS = 2_000
const IDLE_IN_TRANSACTION_MS = 5_000
/** The server gives up first, so that an answer that only is slow does not cost the connection. */
const SERVER_GIVES_UP_EARLIER_MS = 500

const INT8 = 20

export const clientOptions = (url: string) => ({
  connectionString: url,
  application_name: 'pregonero',
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

export function openPool(url: string, { size, waits, settings = {} }: PoolOptions): PostgresPool {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number)
  const pool = new pg.Pool({
    ...clientOptions(url),
    types,
    max: size,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    ...(waits && {
      query_timeout: waits.statement,
      statement_timeout: waits.statement - SERVER_GIVES_UP_EARLIER_MS,
      lock_timeout: waits.lock,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }),
  })
  // Whoever uses a connection that is gone learns of it; without a listener the process would end.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return {
    options: pool.options,
    connect: async () => forKysely(await asStoreErrors(() => pool.connect())),
    end: () => pool.end(),
  }
}

function forKysely(client: pg.PoolClient): PostgresPoolClient {
  /** With which the connection was lost: it stays so. */
  let lost: StoreAwayError | undefined
  return {
    query: async <R>(sql: unknown, parameters?: readonly unknown[]) => {
      if (typeof sql !== 'string') throw new Error('the store takes no cursors')
      if (lost) throw lost
      try {
        const values = (parameters ?? []).map(storable)
        const query = { name: statementName(sql), text: sql, values }
        return await asStoreErrors(() => client.query(query) as Promise<R>)
      } catch (error) {
        if (error instanceof StoreAwayError) lost = error
        throw error
      }
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

function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return AWAY.test(error.code ?? '')
  return error instanceof Error && !(error instanceof TypeError)
}

const isBusy = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && BUSY.test(error.code ?? '')
