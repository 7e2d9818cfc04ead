/** One PostgreSQL for all test files; each makes its own databases with `freshDatabase`. */
import type { TestProject } from 'vitest/node'
import { openStore } from '#server/store/open-store.ts'
import { type Postgres, startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a server that runs as long as the tests. */
    postgresUrl: string
    /** Name of its database that is migrated and otherwise empty. */
    postgresMigrated: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({ fsync: false })
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresMigrated', await migratedDatabase(postgres))
  return async () => await postgres[Symbol.asyncDispose]()
}

/** @returns its name */
async function migratedDatabase(postgres: Postgres): Promise<string> {
  const databaseUrl = await postgres.createDatabase()
  const store = await openStore({ databaseUrl })
  await store[Symbol.asyncDispose]()
  return new URL(databaseUrl).pathname.slice(1)
}
