/** Figures of the whole queue, of all accounts, without reading all of it. */
import { sql } from 'kysely'
import type { Database } from '#server/store/engine/schema.ts'

/** `oldestAt`: latest resend, else arrival, of the first alert in the queue; milliseconds UTC; null: empty queue. */
export type QueueFigures = { waiting: number; oldestAt: number | null }

/** Reads the counts kept of each connection, and one row of the queue. */
export async function readQueueFigures(reader: Database): Promise<QueueFigures> {
  const waiting = sql.raw(
    'cast(coalesce(sum(total - successful - failed - inactive), 0) as bigint) as waiting',
  )
  const { rows } = await sql<QueueFigures>`
    select
      (select ${waiting} from (
        select total, successful, failed, inactive from connection_counts
        union all select total, successful, failed, inactive from count_changes
      ) as counts) as waiting,
      (select coalesce(resent_at, received_at) from alerts
        where id = (select alert_id from deliveries order by seq limit 1)) as "oldestAt"
    `.execute(reader)
  return rows[0] ?? { waiting: 0, oldestAt: null }
}
