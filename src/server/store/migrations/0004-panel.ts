import { type Kysely, sql } from 'kysely'
import { columnTypes, executeFor, inOrderOfKey } from '#server/store/engine/dialect.ts'
import { bucketOf, countTriggers, outcomeFlags } from '#server/store/history/count-triggers.ts'

/** Layouts of the panel, and stored counts, since counting a million alerts takes too long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema
    .createTable('dashboards')
    .addColumn('user_id', text, column => column.primaryKey())
    .addColumn('widgets', text, column => column.notNull())
    .execute()
  await counts(db)
  // Triggers come first: creating them waits for alerts being written, which are counted here.
  await executeFor(db, countTriggers)
  await countAll(db)
}

async function counts(db: Kysely<unknown>): Promise<void> {
  const { text, serial, asSerial } = columnTypes(db)
  const withCounts = (table: string) =>
    ['total', 'successful', 'failed', 'inactive'].reduce(
      (wider, count) => wider.addColumn(count, 'bigint', column => column.notNull()),
      db.schema
        .createTable(table)
        .addColumn('user_id', text, column => column.notNull())
        .addColumn('connection_id', text, column => column.notNull()),
    )
  await withCounts('count_changes')
    .addColumn('quarter', 'bigint', column => column.notNull())
    .addColumn('seq', serial, column => asSerial(column.primaryKey()))
    .execute()
  await db.schema
    .createIndex('count_changes_by_user')
    .on('count_changes')
    .columns(['user_id', 'connection_id'])
    .execute()
  await withCounts('quarter_counts')
    .addColumn('quarter', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('quarter_counts_key', ['user_id', 'connection_id', 'quarter'])
    .modifyEnd(inOrderOfKey(db))
    .execute()
  await withCounts('connection_counts')
    .addPrimaryKeyConstraint('connection_counts_key', ['user_id', 'connection_id'])
    .execute()
}

/** Counts the alerts that have come so far. */
async function countAll(db: Kysely<unknown>): Promise<void> {
  const { successful, failed, inactive } = outcomeFlags('alerts')
  const sums = sql`count(*), sum(${successful}), sum(${failed}), sum(${inactive})`
  const quarter = bucketOf('alerts')
  const columns = sql.raw('total, successful, failed, inactive')
  const statements = [
    sql`insert into quarter_counts (user_id, connection_id, quarter, ${columns})
      select user_id, connection_id, ${quarter}, ${sums} from alerts
      group by user_id, connection_id, ${quarter}`,
    sql`insert into quarter_counts (user_id, connection_id, quarter, ${columns})
      select user_id, '', ${quarter}, ${sums} from alerts group by user_id, ${quarter}`,
    sql`insert into connection_counts (user_id, connection_id, ${columns})
      select user_id, connection_id, ${sums} from alerts group by user_id, connection_id`,
  ]
  for (const statement of statements) await statement.execute(db)
}
