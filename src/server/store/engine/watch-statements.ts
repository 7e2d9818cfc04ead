import type { CompiledQuery, LogConfig } from 'kysely'
import { RowBusyError, StoreAwayError, StoreBusyError, StoreFullError } from './store-errors.ts'

/** The connections of one kind: of receiving and delivering, of slow reads, and of everything else. */
export type Pool = 'line' | 'reader' | 'others'

export type StatementKind = 'read' | 'write' | 'commit' | 'other'

/** `row-busy`: another transaction held a row; `busy`: the whole database was held. */
export type StatementError = 'row-busy' | 'busy' | 'away' | 'full' | 'other'

/** A statement that was answered. `ms` until its answer, with what stood before it on its connection. */
export type StatementRecord = {
  pool: Pool
  kind: StatementKind
  ms: number
  error?: StatementError
}

/** Must not throw, and must be quick. */
export type OnStatement = (record: StatementRecord) => void

/** What Kysely has to be told so that every statement of a pool is told; nothing without a listener. */
export const watched = (pool: Pool, onStatement: OnStatement | undefined): { log?: LogConfig } =>
  onStatement
    ? {
        log(event) {
          const { query, queryDurationMillis: ms } = event
          const record = { pool, kind: kindOf(query), ms }
          onStatement(event.level === 'error' ? { ...record, error: errorOf(event.error) } : record)
        },
      }
    : {}

const KINDS: Partial<Record<CompiledQuery['query']['kind'], StatementKind>> = {
  SelectQueryNode: 'read',
  InsertQueryNode: 'write',
  UpdateQueryNode: 'write',
  DeleteQueryNode: 'write',
}

/** One that is written as SQL says by its first word what it is. */
function kindOf(compiled: CompiledQuery): StatementKind {
  const { query, sql } = compiled
  if ('commits' in compiled && compiled.commits === true) return 'commit'
  const kind = KINDS[query.kind]
  if (kind) return kind
  const [, word = ''] = /^\s*(\w+)/.exec(sql) ?? []
  if (word === 'select') return 'read'
  if (['insert', 'update', 'delete'].includes(word)) return 'write'
  return word === 'commit' ? 'commit' : 'other'
}

function errorOf(error: unknown): StatementError {
  if (error instanceof RowBusyError) return 'row-busy'
  if (error instanceof StoreAwayError) return 'away'
  if (error instanceof StoreFullError) return 'full'
  return error instanceof StoreBusyError ? 'busy' : 'other'
}
