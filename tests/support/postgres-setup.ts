/** One PostgreSQL for all test files; each makes databases of its own with `freshDatabase`. */
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of a server that is there for as long as the tests run. */
    postgresUrl: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({ fsync: false })
  project.provide('postgresUrl', postgres.url)
  return async () => await postgres[Symbol.asyncDispose]()
}
