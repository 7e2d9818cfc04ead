import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { databaseType } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'

/**
 * A passkey with an invalid key.
 * @param email of its account
 * @returns its id
 */
export async function insertPasskey(db: Database, email: string, name: string): Promise<string> {
  const id = randomUUID()
  const truth = databaseType(db) === 'sqlite' ? 1 : true
  await sql`
    insert into "passkey"
      ("id", "name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp", "createdAt")
    select ${id}, ${name}, 'x', "id", ${`credential-${id}`}, 0, 'multiDevice', ${truth}, ${new Date().toISOString()}
    from "user" where "email" = ${email}
  `.execute(db)
  return id
}
