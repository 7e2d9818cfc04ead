/** A database in the form of any version, without the store that would migrate it. */
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { databaseType } from '#server/store/engine/dialect.ts'
import { openPool } from '#server/store/engine/postgres.ts'
import type { Database, Tables } from '#server/store/engine/schema.ts'
import { sqliteDialect } from '#server/store/engine/sqlite-dialect.ts'
import type { StorePlace } from '#server/store/open-store.ts'
import { sqliteHere } from './sqlite-here.ts'

/** @param onWritten called with each statement that may change something */
export function openUnmigrated(place: StorePlace, onWritten = (_query: string) => {}): Database {
  const dialect =
    'dataDir' in place
      ? sqliteDialect(
          { path: join(place.dataDir, 'pregonero.sqlite'), isReader: false },
          sqliteHere(),
        )
      : new PostgresDialect({ pool: openPool(place.databaseUrl, { size: 1, waits: null }) })
  return new Kysely<Tables>({
    dialect,
    log({ query }) {
      if (/^\s*(create|alter|drop|insert|update|delete)/i.test(query.sql)) onWritten(query.sql)
    },
  })
}

/** Inserts alerts of one account, spread over connections and time, in the form of the first migration. */
export const fillHistory = (db: Database, count: number) =>
  sql`
    insert into alerts (id, user_id, connection_id, connection_name, name, summary, received_at,
      reading, payload, status, attempts, uncertain, missing, message_ids)
    with recursive numbers (n) as (
      select 1 union all select n + 1 from numbers where n < ${sql.lit(count)}
    )
    select 'alert-' || n, 'ana', 'connection-' || n % 40, 'Cruce', 'Alerta ' || n, 'Compra',
      1750000000000 + cast(n as bigint) * 60000, 'json', '{"symbol":"BTC' || n || '","price":"67432.50"}',
      case n % 9 when 0 then 'failed' else 'success' end, 1, 0, '[]', '[]'
    from numbers`.execute(db)

/** Schema of the database, and the number of rows of each table. */
export async function contentOf(db: Database) {
  const schema = await (databaseType(db) === 'sqlite' ? sqliteSchema : postgresSchema).execute(db)
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const rows: Record<string, number> = {}
  for (const { name } of tables) rows[name] = await countRows(db, name)
  return { schema: schema.rows, rows }
}

async function countRows(db: Database, table: string): Promise<number> {
  const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    db,
  )
  return Number(counted.rows[0]?.n)
}

const sqliteSchema = sql`select type, name, tbl_name, sql from sqlite_schema order by type, name`

const postgresSchema = sql`
  select 'column' as type, table_name || '.' || column_name as name,
      concat_ws(' ', data_type, collation_name, is_nullable, column_default, is_identity) as sql
    from information_schema.columns where table_schema = 'public'
  union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'trigger', tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function', proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
  order by 1, 2, 3`
