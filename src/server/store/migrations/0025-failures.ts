import { type Kysely, sql } from 'kysely'

/**
 * Failed alerts are found by why they failed. What is delivered costs nothing, and neither does what came
 * while its connection was switched off.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index alerts_failed on alerts (user_id, connection_id, error_code, received_at, id)
    where status = 'failed' and coalesce(error_code, '') <> 'inactive'`.execute(db)
}
