import { type Kysely, sql } from 'kysely'

/**
 * Index of failed alerts by cause. Delivered alerts, and alerts that came while their connection was switched
 * off, have no entry.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index alerts_failed on alerts (user_id, connection_id, error_code, received_at, id)
    where status = 'failed' and coalesce(error_code, '') <> 'inactive'`.execute(db)
}
