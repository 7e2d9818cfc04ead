import { type Kysely, sql } from 'kysely'
import { columnTypes, createCountTriggers } from '../dialect.ts'

/** The layout of the panel, and what it counts: kept, for counting a million alerts takes too long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema
    .createTable('dashboards')
    .addColumn('user_id', text, column => column.primaryKey())
    .addColumn('widgets', text, column => column.notNull())
    .execute()
  await counts(db)
  await createCountTriggers(db)
}

async function counts(db: Kysely<unknown>): Promise<void> {
  const { text, serial, asSerial } = columnTypes(db)
  await db.schema
    .createTable('count_changes')
    .addColumn('seq', serial, column => asSerial(column.primaryKey()))
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('connection_id', text, column => column.notNull())
    .addColumn('quarter', 'bigint', column => column.notNull())
    .addColumn('total', 'bigint', column => column.notNull())
    .addColumn('successful', 'bigint', column => column.notNull())
    .addColumn('failed', 'bigint', column => column.notNull())
    .addColumn('inactive', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('count_changes_by_user')
    .on('count_changes')
    .columns(['user_id', 'connection_id'])
    .execute()
  await db.schema
    .createTable('quarter_counts')
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('connection_id', text, column => column.notNull())
    .addColumn('quarter', 'bigint', column => column.notNull())
    .addColumn('total', 'bigint', column => column.notNull())
    .addColumn('successful', 'bigint', column => column.notNull())
    .addColumn('failed', 'bigint', column => column.notNull())
    .addColumn('inactive', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('quarter_counts_key', ['user_id', 'connection_id', 'quarter'])
    .execute()
  await db.schema
    .createTable('connection_counts')
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('connection_id', text, column => column.notNull())
    .addColumn('total', 'bigint', column => column.notNull())
    .addColumn('successful', 'bigint', column => column.notNull())
    .addColumn('failed', 'bigint', column => column.notNull())
    .addColumn('inactive', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('connection_counts_key', ['user_id', 'connection_id'])
    .execute()
  // What has come so far is noted like everything that comes, and counted with it.
  await sql`
    insert into count_changes
      (user_id, connection_id, quarter, total, successful, failed, inactive)
    select user_id, connection_id, received_at / 900000, count(*),
      sum(case when status = 'success' then 1 else 0 end),
      sum(case when status = 'failed' and coalesce(error_code, '') <> 'inactive' then 1 else 0 end),
      sum(case when status = 'failed' and coalesce(error_code, '') = 'inactive' then 1 else 0 end)
    from alerts group by user_id, connection_id, received_at / 900000`.execute(db)
}
