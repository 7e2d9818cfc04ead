import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Tombstones of cancelled or deleted alerts, which take effect before their rows are changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, serial, asSerial } = columnTypes(db)
  await db.schema
    .createTable('tombstones')
    .addColumn('seq', serial, column => asSerial(column.primaryKey()))
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('connection_id', text, column => column.notNull())
    .addColumn('last_seq', 'bigint', column => column.notNull())
    .addColumn('error_code', text)
    .addColumn('error_reason', text)
    .addColumn('forgets_until', 'bigint')
    .execute()
  await db.schema
    .createIndex('tombstones_by_connection')
    .on('tombstones')
    .columns(['user_id', 'connection_id', 'last_seq'])
    .execute()
  // By age, so that the first few entries show whether an older delivery is in another lane.
  await db.schema.dropIndex('deliveries_by_connection').execute()
  await db.schema
    .createIndex('deliveries_by_connection')
    .on('deliveries')
    .columns(['user_id', 'connection_id', 'seq', 'lane'])
    .execute()
}
