import { type Kysely, sql } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Further addresses of a connection, and the address to which an alert came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema
    .createTable('addresses')
    .addColumn('id', text, column => column.primaryKey())
    // A cascade, so that older processes delete them with their connection as well.
    .addColumn('connection_id', text, column =>
      column.notNull().references('connections.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('retired', 'integer', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('addresses_by_connection')
    .on('addresses')
    .columns(['connection_id', 'retired', 'created_at'])
    .execute()
  await db.schema
    .alterTable('connections')
    .addColumn('id_retired', 'integer', column => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('connections').addColumn('addressed_since', 'bigint').execute()
  await db.schema.alterTable('alerts').addColumn('address_id', text).execute()
  await sql`
    create index alerts_by_address on alerts (user_id, connection_id, address_id, received_at)
    where address_id is not null`.execute(db)
}
