import { type Kysely, sql } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Passkeys, in the authentication library's form, with when each was used last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, instant, truth } = columnTypes(db)
  await sql`create table "passkey" ("id" ${text} not null primary key, "name" ${text}, "publicKey" ${text} not null, "userId" ${text} not null references "user" ("id") on delete cascade, "credentialID" ${text} not null unique, "counter" bigint not null, "deviceType" ${text} not null, "backedUp" ${truth} not null, "transports" ${text}, "createdAt" ${instant} not null, "aaguid" ${text}, "lastUsedAt" bigint)`.execute(
    db,
  )
  await sql`create index "passkey_userId_idx" on "passkey" ("userId")`.execute(db)
}
