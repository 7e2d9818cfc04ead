import type { CompiledQuery, LogConfig } from 'kysely'
import { isBatch } from './sqlite-turn.ts'
import { RowBusyError, StoreAwayError, StoreBusyError, StoreFullError } from './store-errors.ts'

/** `line` receives and delivers (in SQLite also the rest), `reader` runs slow reads, `others` does the rest. */
export type Pool = 'line' | 'reader' | 'others'

export type StatementKind = 'read' | 'write' | 'commit' | 'other'

/**
 * `row-busy`: in PostgreSQL, a conflict with another transaction, or a lock or statement timeout; `busy`: another
 * process writes to the SQLite file, or a commit is in doubt.
 */
export type StatementError = 'row-busy' | 'busy' | 'away' | 'full' | 'other'

/** A finished statement. `ms`: until its answer, including the wait for earlier ones on its connection. */
export type StatementRecord = {
  pool: Pool
  kind: StatementKind
  ms: number
  error?: StatementError
}

/** Must not throw, and must be quick. */
export type OnStatement = (record: StatementRecord) => void

/** Kysely options that report every statement of a pool; empty without a listener. */
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

/** Raw SQL is classified by its first word. */
function kindOf(compiled: CompiledQuery): StatementKind {
  const { query, sql } = compiled
  if (isBatch(compiled) && compiled.options.commits) return 'commit'
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
