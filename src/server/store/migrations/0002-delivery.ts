import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Options for sending a connection's messages, groups of alerts, and bots that have to wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await connections(db)
  await alerts(db)
  await deliveries(db)
  await db.schema
    .createTable('bots')
    .addColumn('bot_id', columnTypes(db).text, column => column.primaryKey())
    .addColumn('waits_until', 'bigint', column => column.notNull())
    .addColumn('wait', 'bigint', column => column.notNull())
    .execute()
}

async function connections(db: Kysely<unknown>): Promise<void> {
  const flags = { group_bursts: 1, mark_late: 1, silent: 0, link_preview: 1, protect_content: 0 }
  for (const [name, value] of Object.entries(flags))
    await db.schema
      .alterTable('connections')
      .addColumn(name, 'integer', column => column.notNull().defaultTo(value))
      .execute()
  await db.schema.alterTable('connections').addColumn('topic_id', 'bigint').execute()
}

async function alerts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('alerts').addColumn('resent_at', 'bigint').execute()
  await db.schema.alterTable('alerts').addColumn('late_minutes', 'integer').execute()
  await db.schema.alterTable('alerts').addColumn('sent_together', 'integer').execute()
  // The time comes before the code, so that the latest delivery is found without reading the others.
  await db.schema.dropIndex('alerts_by_outcome').execute()
  await db.schema
    .createIndex('alerts_by_outcome')
    .on('alerts')
    .columns(['user_id', 'connection_id', 'status', 'delivered_at', 'error_code'])
    .execute()
}

async function deliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('group_seq', 'bigint').execute()
  await db.schema
    .alterTable('deliveries')
    .addColumn('alone', 'integer', column => column.notNull().defaultTo(0))
    .execute()
  await db.schema.dropIndex('deliveries_by_connection').execute()
  await db.schema
    .createIndex('deliveries_by_connection')
    .on('deliveries')
    .columns(['user_id', 'connection_id', 'lane'])
    .execute()
}
