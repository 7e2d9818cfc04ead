import { type Kysely, sql } from 'kysely'

/**
 * Indexes that find a connection's newest outcome and latest delivery at once, however many alerts wait or came
 * while it was switched off. Alerts that are still pending have no entry, so their insert costs no more.
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
