import { CompiledQuery, type RootOperationNode } from 'kysely'
import type { Database } from '#server/store/engine/schema.ts'

/** A database that records its statements. */
export function remembering(db: Database): { db: Database; statements: RootOperationNode[] } {
  const statements: RootOperationNode[] = []
  const remembered = db.withPlugin({
    transformQuery({ node }) {
      statements.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db: remembered, statements }
}

/** A step of the plan, and its parent step. */
export type Step = { id: number; parent: number; detail: string }

/** SQLite's query plan of a statement, whatever its parameters. */
export async function planOf(db: Database, statement: RootOperationNode): Promise<Step[]> {
  const { sql } = db.getExecutor().compileQuery(statement, { queryId: '' })
  const { rows } = await db.executeQuery<Step>(CompiledQuery.raw(`explain query plan ${sql}`))
  return rows
}
