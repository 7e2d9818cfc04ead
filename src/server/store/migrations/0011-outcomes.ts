import { type Kysely, sql } from 'kysely'

/**
 * The newest outcome and the latest delivery of a connection are found at once, whatever waits, and
 * whatever came while it was switched off. What was not settled yet costs an insert nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('alerts_by_outcome').execute()
  await sql`
    create index alerts_delivered on alerts (user_id, connection_id, delivered_at)
    where status = 'success'`.execute(db)
  await sql`
    create index alerts_settled on alerts (user_id, connection_id, received_at, id)
    where status <> 'pending' and coalesce(error_code, '') <> 'inactive'`.execute(db)
}
