import { type Kysely, sql } from 'kysely'
import { columnTypes, databaseType } from '#server/store/engine/dialect.ts'

/** Alerts, the tables from which their messages are made, and the accounts they belong to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createFold(db)
  await accounts(db)
  await configuration(db)
  await deliveries(db)
  await reports(db)
}

/** Statements that the authentication library's generator compiles for its version 1.7. */
async function accounts(db: Kysely<unknown>): Promise<void> {
  const { text, instant, truth } = columnTypes(db)
  const statements = [
    sql`create table "user" ("id" ${text} not null primary key, "name" ${text} not null, "email" ${text} not null unique, "emailVerified" ${truth} not null, "image" ${text}, "createdAt" ${instant} not null, "updatedAt" ${instant} not null)`,
    sql`create table "session" ("id" ${text} not null primary key, "expiresAt" ${instant} not null, "token" ${text} not null unique, "createdAt" ${instant} not null, "updatedAt" ${instant} not null, "ipAddress" ${text}, "userAgent" ${text}, "userId" ${text} not null references "user" ("id") on delete cascade)`,
    sql`create table "account" ("id" ${text} not null primary key, "accountId" ${text} not null, "providerId" ${text} not null, "userId" ${text} not null references "user" ("id") on delete cascade, "accessToken" ${text}, "refreshToken" ${text}, "idToken" ${text}, "accessTokenExpiresAt" ${instant}, "refreshTokenExpiresAt" ${instant}, "scope" ${text}, "password" ${text}, "createdAt" ${instant} not null, "updatedAt" ${instant} not null)`,
    sql`create table "verification" ("id" ${text} not null primary key, "identifier" ${text} not null, "value" ${text} not null, "expiresAt" ${instant} not null, "createdAt" ${instant} not null, "updatedAt" ${instant} not null)`,
    sql`create table "rateLimit" ("id" ${text} not null primary key, "key" ${text} not null unique, "count" integer not null, "lastRequest" bigint not null)`,
    sql`create index "session_userId_idx" on "session" ("userId")`,
    sql`create index "account_userId_idx" on "account" ("userId")`,
    sql`create index "verification_identifier_idx" on "verification" ("identifier")`,
  ]
  for (const statement of statements) await statement.execute(db)

  await db.schema
    .createTable('sign_in_failures')
    .addColumn('email', text, column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('sign_in_failures_by_email')
    .on('sign_in_failures')
    .columns(['email', 'at'])
    .execute()
  await db.schema
    .createTable('settings')
    .addColumn('name', text, column => column.primaryKey())
    .addColumn('value', text, column => column.notNull())
    .execute()
  await db.schema
    .createTable('profiles')
    .addColumn('user_id', text, column => column.primaryKey())
    .addColumn('initial_setup_complete', 'integer', column => column.notNull())
    .execute()
}

async function configuration(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema
    .createTable('message_templates')
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('id', text, column => column.notNull())
    .addColumn('name', text, column => column.notNull())
    .addColumn('content', text, column => column.notNull())
    .addColumn('version', 'integer', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('message_templates_key', ['user_id', 'id'])
    .execute()
  await db.schema
    .createTable('connections')
    .addColumn('id', text, column => column.primaryKey())
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('name', text, column => column.notNull())
    .addColumn('telegram_bot_token', text, column => column.notNull())
    .addColumn('telegram_bot_token_tail', text, column => column.notNull())
    .addColumn('bot_id', text, column => column.notNull())
    .addColumn('telegram_chat_id', text, column => column.notNull())
    .addColumn('chat_id', text)
    .addColumn('lane', text, column => column.notNull())
    .addColumn('template_id', text, column => column.notNull())
    .addColumn('description', text, column => column.notNull())
    .addColumn('tags', text, column => column.notNull())
    .addColumn('is_active', 'integer', column => column.notNull())
    .addColumn('version', 'integer', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('connections_by_user')
    .on('connections')
    .columns(['user_id', 'name'])
    .execute()
}

async function deliveries(db: Kysely<unknown>): Promise<void> {
  const { text, serial, asSerial } = columnTypes(db)
  await db.schema
    .createTable('alerts')
    .addColumn('id', text, column => column.primaryKey())
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('connection_id', text, column => column.notNull())
    .addColumn('connection_name', text, column => column.notNull())
    .addColumn('name', text, column => column.notNull())
    .addColumn('summary', text, column => column.notNull())
    .addColumn('received_at', 'bigint', column => column.notNull())
    .addColumn('reading', text, column => column.notNull())
    .addColumn('payload', text, column => column.notNull())
    .addColumn('raw_body', text)
    .addColumn('bar_time', 'bigint')
    .addColumn('fired_at', 'bigint')
    .addColumn('status', text, column => column.notNull())
    .addColumn('attempts', 'integer', column => column.notNull())
    .addColumn('next_attempt_at', 'bigint')
    .addColumn('error_code', text)
    .addColumn('error_reason', text)
    .addColumn('uncertain', 'integer', column => column.notNull())
    .addColumn('missing', text, column => column.notNull())
    .addColumn('message_text', text)
    .addColumn('message_entities', text)
    .addColumn('message_ids', text, column => column.notNull())
    .addColumn('first_attempt_at', 'bigint')
    .addColumn('delivered_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('alerts_by_time')
    .on('alerts')
    .columns(['user_id', 'received_at'])
    .execute()
  await db.schema
    .createIndex('alerts_by_connection')
    .on('alerts')
    .columns(['user_id', 'connection_id', 'received_at'])
    .execute()
  await db.schema
    .createIndex('alerts_by_outcome')
    .on('alerts')
    .columns(['user_id', 'connection_id', 'status', 'error_code', 'delivered_at'])
    .execute()

  await db.schema
    .createTable('deliveries')
    // Autoincrement: a number must never be used again, or a lane would change its order.
    .addColumn('seq', serial, column => asSerial(column.primaryKey()))
    .addColumn('alert_id', text, column => column.notNull().unique())
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('connection_id', text, column => column.notNull())
    .addColumn('lane', text, column => column.notNull())
    .addColumn('attempts', 'integer', column => column.notNull())
    .addColumn('due_at', 'bigint', column => column.notNull())
    .addColumn('due_wait', 'bigint', column => column.notNull())
    .addColumn('in_flight', 'integer', column => column.notNull())
    .addColumn('link_preview', 'integer', column => column.notNull())
    .addColumn('sent_ids', text, column => column.notNull())
    .execute()
  await db.schema
    .createIndex('deliveries_by_lane')
    .on('deliveries')
    .columns(['lane', 'seq'])
    .execute()
  await db.schema
    .createIndex('deliveries_by_connection')
    .on('deliveries')
    .columns(['user_id', 'connection_id'])
    .execute()
  await db.schema
    .createTable('lanes')
    .addColumn('lane', text, column => column.primaryKey())
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('waits_until', 'bigint', column => column.notNull())
    .addColumn('wait', 'bigint', column => column.notNull())
    .execute()
}

async function reports(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema
    .createTable('notifications')
    .addColumn('id', text, column => column.primaryKey())
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('title', text, column => column.notNull())
    .addColumn('message', text, column => column.notNull())
    .addColumn('timestamp', 'bigint', column => column.notNull())
    .addColumn('read', 'integer', column => column.notNull())
    .addColumn('type', text, column => column.notNull())
    .addColumn('link', text)
    .addColumn('repeat_key', text, column => column.notNull())
    .addColumn('count', 'integer', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('notifications_by_time')
    .on('notifications')
    .columns(['user_id', 'timestamp'])
    .execute()
  await db.schema
    .createTable('error_logs')
    .addColumn('id', text, column => column.primaryKey())
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('source', text, column => column.notNull())
    .addColumn('message', text, column => column.notNull())
    .addColumn('timestamp', 'bigint', column => column.notNull())
    .addColumn('is_critical', 'integer', column => column.notNull())
    .addColumn('details', text)
    .addColumn('repeat_key', text, column => column.notNull())
    .addColumn('count', 'integer', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('error_logs_by_time')
    .on('error_logs')
    .columns(['user_id', 'timestamp'])
    .execute()
}

/** Creates `fold` in PostgreSQL; each SQLite connection defines it itself. */
async function createFold(db: Kysely<unknown>): Promise<void> {
  if (databaseType(db) === 'sqlite') return
  // Texts of one byte a character have no accents, and most payloads are such texts.
  await sql`
    create function fold(whole text) returns text language sql immutable parallel safe strict
    return lower(
      case when octet_length(whole) = length(whole) then whole
      else regexp_replace(normalize(whole, NFD), ${sql.lit(`[${markRanges()}]`)}, '', 'g') end
      collate "und-x-icu")`.execute(db)
}

/** All accents and other marks, as ranges for PostgreSQL's regular expressions. */
function markRanges(): string {
  const ranges: { first: number; last: number }[] = []
  for (let code = 0; code <= LAST_CODE_POINT; code += 1) {
    if (!/\p{M}/u.test(String.fromCodePoint(code))) continue
    const range = ranges.at(-1)
    if (range?.last === code - 1) range.last = code
    else ranges.push({ first: code, last: code })
  }
  const escaped = (code: number) => `\\U${code.toString(16).padStart(8, '0')}`
  return ranges.map(({ first, last }) => `${escaped(first)}-${escaped(last)}`).join('')
}

const LAST_CODE_POINT = 0x10ffff
