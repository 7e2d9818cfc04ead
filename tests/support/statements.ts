/** Records executed statements, and finds the tables that their plans read. */
import { type CompiledQuery, DefaultQueryExecutor, sql } from 'kysely'
import { vi } from 'vitest'
import { databaseType } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'

/** Distinct statements of this process from now on. */
export function watchStatements(): Disposable & { seen: () => string[] } {
  const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  return {
    seen: () => [...new Set(execute.mock.calls.flatMap(([query]) => statementsOf(query)))],
    [Symbol.dispose]: () => execute.mockRestore(),
  }
}

export const statementsOf = (query: CompiledQuery & { statements?: readonly CompiledQuery[] }) =>
  (query.statements ?? [query]).map(statement => statement.sql)

/** One access of a plan to a table. `by` are the index columns with given values. */
type Look = { table: string; isByIndex: boolean; by: readonly string[] }

export type Plans = { walksOf: (statement: string) => Promise<string[]> }

/** Plans of a database with its current content. */
export async function plansOf(db: Database): Promise<Plans> {
  const { keys, looks } = await (databaseType(db) === 'sqlite' ? inSqlite(db) : inPostgres(db))
  const findsOne = ({ table, by }: Look) =>
    (keys.get(table) ?? []).some(key => key.every(column => by.includes(column)))
  return {
    /**
     * Reads of a statement other than row by row by a unique key: «alerts» for a whole table,
     * «alerts by user_id» for the rows of one value in an index.
     */
    async walksOf(statement) {
      const walks = (await looks(statement)).filter(look => !findsOne(look))
      return [...new Set(walks.map(nameOf))].sort()
    },
  }
}

const nameOf = ({ table, isByIndex, by }: Look) =>
  isByIndex ? `${table} by ${by.length > 0 ? by.join(', ') : 'order'}` : table

/** Unique keys of each table, as lists of columns. */
type Keys = ReadonlyMap<string, readonly (readonly string[])[]>

type Database_ = { keys: Keys; looks: (statement: string) => Promise<Look[]> }

async function inSqlite(db: Database): Promise<Database_> {
  const { rows } = await sql<{ table: string; columns: string }>`
    select tables.name as "table", group_concat(columns.name) as columns
    from sqlite_schema as tables, pragma_index_list(tables.name) as indexes,
      pragma_index_info(indexes.name) as columns
    where tables.type = 'table' and indexes."unique" and not indexes.partial
    group by tables.name, indexes.name
    union all select name, 'rowid' from sqlite_schema where type = 'table'
      and sql not like 'create virtual%'`.execute(db)
  const keys = keysFrom(rows)
  return {
    keys,
    async looks(statement) {
      const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`.execute(
        db,
      )
      const aliases = new Map(
        [...statement.matchAll(/"?(\w+)"? as "?(\w+)"?/g)].map(([, table, alias]) => [
          alias,
          table,
        ]),
      )
      return plan.rows.flatMap(({ detail }): Look[] => {
        const [, how, name = ''] = detail.match(/^(SCAN|SEARCH) (\w+)/) ?? []
        const table = keys.has(name) ? name : (aliases.get(name) ?? '')
        if (!how || !keys.has(table)) return []
        const by = [...detail.matchAll(/(\w+)=\?/g)].map(([, column = '']) => column)
        return [{ table, isByIndex: how === 'SEARCH' || detail.includes(' USING '), by }]
      })
    },
  }
}

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

async function inPostgres(db: Database): Promise<Database_> {
  const { rows } = await sql<{ table: string; columns: string }>`
    select tables.relname as table, string_agg(columns.attname, ',') as columns
    from pg_index as indexes
    join pg_class as tables on tables.oid = indexes.indrelid
    join pg_attribute as columns on columns.attrelid = indexes.indexrelid
    where indexes.indisunique and indexes.indpred is null
    group by tables.relname, indexes.indexrelid`.execute(db)
  return {
    keys: keysFrom(rows),
    async looks(statement) {
      const explained = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
        explain (generic_plan, format json) ${sql.raw(statement)}`.execute(db)
      const all = explained.rows
        .flatMap(row => row['QUERY PLAN'])
        .flatMap(({ Plan }) => nodesOf(Plan))
      return all.flatMap((node): Look[] => {
        const table = node['Relation Name']
        if (table === undefined || !node['Node Type'].endsWith('Scan')) return []
        const condition = node['Index Cond'] ?? ''
        const by = [...condition.matchAll(/\((?:\w+\.)?"?(\w+)"? = /g)].map(
          ([, column = '']) => column,
        )
        return [{ table, isByIndex: node['Node Type'].startsWith('Index'), by }]
      })
    },
  }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

function keysFrom(rows: readonly { table: string; columns: string }[]): Keys {
  const byTable = Map.groupBy(rows, ({ table }) => table)
  return new Map(
    [...byTable].map(([table, keys]) => [table, keys.map(({ columns }) => columns.split(','))]),
  )
}
