import { sql } from 'kysely'
import type { Database } from '#server/store/engine/schema.ts'

/** `left`: connections that this role can still open; `of`: the same if no connection were open. */
export type PostgresFacts = {
  version: string
  left: number
  of: number
  /** Tables in Pregonero's schema that this role may not read or may not write; empty before the first migration. */
  closedTables: readonly string[]
  /** Whether a migration could make tables. */
  mayCreate: boolean
}

export async function postgresFacts(db: Database): Promise<PostgresFacts> {
  const { rows } = await sql<{
    version: string
    left: number
    of: number
    may_create: boolean
  }>`
    with used as (
      select count(*)::int as total,
        count(*) filter (where datname = current_database())::int as here,
        count(*) filter (where usename = current_user)::int as own
      from pg_stat_activity
      where usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend'
    ), bounds as (
      select current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0) as server,
        nullif(d.datconnlimit, -1) as database, nullif(r.rolconnlimit, -1) as role
      from pg_database d, pg_roles r
      where d.datname = current_database() and r.rolname = current_user
    )
    select current_setting('server_version') as version,
      least(server, database, role) as of,
      greatest(0, least(server - total, database - here, role - own)) as left,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create
    from used, bounds`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('PostgreSQL told nothing of itself')
  const { may_create: mayCreate, ...rest } = facts
  return { ...rest, mayCreate, closedTables: await closedTables(db) }
}

async function closedTables(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema()
      and exists (select from pg_tables k
        where k.schemaname = current_schema() and k.tablename = 'kysely_migration')
      and not (select bool_and(has_table_privilege(format('%I.%I', schemaname, tablename), right_))
        from unnest(array['select', 'insert', 'update', 'delete']) right_)
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}
