import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/**
 * @param template the database to copy, to which no client is connected; by default an empty one
 * @returns the URL of a new database of that server, which is removed with the server
 */
export async function freshDatabase(adminUrl: string, template = 'template1'): Promise<string> {
  const name = `pregonero_${randomBytes(8).toString('hex')}`
  await run(adminUrl, `create database ${name} template ${template} strategy = ${STRATEGY}`)
  return Object.assign(new URL(adminUrl), { pathname: name }).href
}

/** @param databaseUrl of a fresh database that is no longer used */
export async function dropDatabase(adminUrl: string, databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  await run(adminUrl, `drop database ${name} with (force)`)
}

/** Reports a hang with its statement, long before the timeout of a test. */
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

/** Copying the template's files takes a third of the time of copying its pages through the log. */
const STRATEGY = 'file_copy'
