/** One transaction, or one statement, on the connection to SQLite's file. */

import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely'
import { clock } from '#server/base/clock.ts'
import {
  type Answer,
  isBusy,
  isTransactionGone,
  isTransactionOpen,
  type Question,
  SQLITE_FULL,
  sqliteCode,
} from './sqlite.ts'
import type { SqliteAnswers } from './sqlite-dialect.ts'
import {
  StoreAwayError,
  StoreBusyError,
  StoreFullError,
  WriteInDoubtError,
} from './store-errors.ts'

/** How long a single statement is retried while another process writes, and the pause in between. */
const BUSY_WAIT_MS = 200
const BUSY_PAUSE_MS = 10
const FETCHED_ROWS = 100
const COMMIT = CompiledQuery.raw('commit')

let transactions = 0

/**
 * A single statement is retried for a moment while another process writes. A transaction is repeated by its
 * caller instead, so that no statement queues behind a waiting one.
 *
 * The next turn begins when this one ends, or as soon as this one has posted its commit with its last statements:
 * SQLite's thread then finds the next question in its queue, before the main thread has read an answer.
 */
export class SqliteTurn implements DatabaseConnection {
  /** Resolves when this turn may begin. */
  readonly comes: Promise<void>
  readonly #sqlite: SqliteAnswers
  readonly #endOfTheOneBefore: Promise<void>
  readonly #next = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<void>()
  readonly #number: number
  /** `wanted`: the transaction begins with its first statement. */
  #transaction: 'none' | 'wanted' | 'begun' | 'committed' = 'none'

  constructor(sqlite: SqliteAnswers, before: SqliteTurn | undefined) {
    transactions += 1
    this.#number = transactions
    this.#sqlite = sqlite
    this.comes = before ? before.#next.promise : Promise.resolve()
    this.#endOfTheOneBefore = before ? before.#ended.promise : Promise.resolve()
  }

  begin(): void {
    this.#transaction = 'wanted'
  }

  async commit(): Promise<void> {
    // Through `executeQuery`, which Kysely watches.
    if (this.#transaction === 'begun') await this.executeQuery(COMMIT)
    this.#transaction = 'none'
  }

  async rollBack(): Promise<void> {
    const hasBegun = this.#transaction === 'begun'
    if (hasBegun) await this.#ask({ sql: 'rollback', parameters: [] })
    this.#transaction = 'none'
  }

  end(): void {
    this.#next.resolve()
    this.#ended.resolve()
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query
    if (isBatch(query)) return { rows: (await this.#askAll(query)) as R[] }
    const { rows, changes, lastId } = await this.#ask({ sql, parameters })
    return {
      rows: rows as R[],
      ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
      ...(lastId !== undefined && { insertId: BigInt(lastId) }),
    }
  }

  async *streamQuery<R>(
    { sql, parameters }: CompiledQuery,
    fetch = FETCHED_ROWS,
  ): AsyncIterableIterator<QueryResult<R>> {
    for (let isFirst = true; ; isFirst = false) {
      const { rows } = await this.#ask({ sql, parameters, fetch: { rows: fetch, isFirst } })
      yield { rows: rows as R[] }
      if (rows.length < fetch) return
    }
  }

  /** @returns the rows of each statement that was run */
  async #askAll({ statements, options }: Batch): Promise<unknown[][]> {
    const [first, ...others] = statements.map(({ sql, parameters }) => ({ sql, parameters }))
    if (!first) return []
    const answer = await this.#ask({ ...first, others, ...options })
    if (options.commits && answer.others) this.#transaction = 'committed'
    return [answer.rows, ...(answer.others ?? [])]
  }

  async #ask(question: Question): Promise<Answer> {
    if (this.#transaction === 'committed') throw new Error('the transaction is committed')
    const begins = this.#transaction === 'wanted'
    const isInside = this.#transaction !== 'none'
    if (begins) this.#transaction = 'begun'
    const begun = clock.monotonic()
    for (let isFirst = true; ; isFirst = false) {
      try {
        const answer = this.#sqlite.ask({
          ...question,
          ...(isInside && { transaction: this.#number, begins }),
        })
        if (question.commits) this.#next.resolve()
        return await answer
      } catch (error) {
        if (isTransactionOpen(error) && isFirst) {
          await this.#endOfTheOneBefore
          continue
        }
        if (sqliteCode(error) === SQLITE_FULL)
          throw new StoreFullError('the disk is full', { cause: error })
        if (isTransactionGone(error))
          throw new StoreAwayError('the transaction is gone', { cause: error })
        if (question.commits && error instanceof StoreAwayError)
          throw new WriteInDoubtError('the database went away at the commit', { cause: error })
        if (!isBusy(error)) throw error
        if (isInside || clock.monotonic() - begun >= BUSY_WAIT_MS)
          throw new StoreBusyError('another process writes', { cause: error })
        await clock.pause(BUSY_PAUSE_MS)
      }
    }
  }
}

/**
 * @property commits commits the transaction after the statements
 * @property isCondition runs and commits the others only if the first gives a row
 */
type BatchOptions = { commits: boolean; isCondition: boolean }

/** Several statements as one query; its rows are the lists of rows of the statements that were run. */
type Batch = CompiledQuery & {
  statements: readonly CompiledQuery[]
  options: BatchOptions
}

export function batchOf(
  statements: readonly CompiledQuery[],
  options: BatchOptions,
): CompiledQuery<unknown[]> {
  const [first] = statements
  if (!first) throw new Error('a batch has a statement')
  const batch: Batch = { ...first, statements, options }
  return batch as CompiledQuery<unknown[]>
}

export const isBatch = (query: CompiledQuery): query is Batch => 'statements' in query
