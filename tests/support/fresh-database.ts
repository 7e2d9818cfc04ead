import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/**
 * @param template the database to begin with, to which no client is connected; without it an empty one
 * @returns the URL of a new database of that server, which goes away with the server
 */
export async function freshDatabase(adminUrl: string, template = 'template1'): Promise<string> {
  const name = `pregonero_${randomBytes(8).toString('hex')}`
  await run(adminUrl, `create database ${name} template ${template} strategy = ${STRATEGY}`)
  return Object.assign(new URL(adminUrl), { pathname: name }).href
}

/** @param databaseUrl of a fresh one, and of nobody any more */
export async function dropDatabase(adminUrl: string, databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  await run(adminUrl, `drop database ${name} with (force)`)
}

/** A hang is told as what it is, long before the ceiling of a test. */
const CEILING_MS = 120_000

async function run(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({
    connectionString: adminUrl,
    connectionTimeoutMillis: CEILING_MS,
    query_timeout: CEILING_MS,
  })
  try {
    await client.connect()
    await client.query(statement)
  } catch (error) {
    throw new Error(`the test’s PostgreSQL did not do it: ${statement}`, { cause: error })
  } finally {
    await client.end()
  }
}

/** A copy of the template's files takes a third of the time that its pages through the log take. */
const STRATEGY = 'file_copy'
