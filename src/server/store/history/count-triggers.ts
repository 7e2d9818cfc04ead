/**
 * Triggers on `alerts` that note by how much the counts of a 15-minute bucket change. Notes are only inserted,
 * so that writers never wait for each other.
 */
import { type RawBuilder, sql } from 'kysely'

const noted = sql.raw(
  'count_changes (user_id, connection_id, quarter, total, successful, failed, inactive)',
)

export const BUCKET_MS = 900_000

/** Start of an instant's bucket. Milliseconds UTC. */
export const bucketStart = (instant: number): number => Math.floor(instant / BUCKET_MS) * BUCKET_MS

/** Value of column `quarter`: number of the 15-minute bucket, counted from 1970, in which an alert was received. */
export const bucketOf = (row: string) => sql.raw(`${row}.received_at / ${BUCKET_MS}`)

/** 1 or 0 for each outcome of an alert: delivered, failed, or received while its connection was off. */
export const outcomeFlags = (row: string) => ({
  successful: sql.raw(`case when ${row}.status = 'success' then 1 else 0 end`),
  failed: sql.raw(
    `case when ${row}.status = 'failed' and coalesce(${row}.error_code, '') <> 'inactive' then 1 else 0 end`,
  ),
  inactive: sql.raw(
    `case when ${row}.status = 'failed' and coalesce(${row}.error_code, '') = 'inactive' then 1 else 0 end`,
  ),
})

const [older, newer] = [outcomeFlags('old'), outcomeFlags('new')]

/** Row triggers, which are cheap within one process. */
const sqlite: readonly RawBuilder<unknown>[] = [
  sql`create trigger alerts_counted_in after insert on alerts begin
    insert into ${noted} values (new.user_id, new.connection_id, ${bucketOf('new')},
      1, ${newer.successful}, ${newer.failed}, ${newer.inactive}); end`,
  sql`create trigger alerts_counted_out after delete on alerts begin
    insert into ${noted} values (old.user_id, old.connection_id, ${bucketOf('old')},
      -1, -(${older.successful}), -(${older.failed}), -(${older.inactive})); end`,
  sql`create trigger alerts_counted_anew after update of status, error_code on alerts
    when old.status <> new.status or (${older.inactive}) <> (${newer.inactive}) begin
    insert into ${noted} values (new.user_id, new.connection_id, ${bucketOf('new')},
      0, (${newer.successful}) - (${older.successful}), (${newer.failed}) - (${older.failed}),
      (${newer.inactive}) - (${older.inactive})); end`,
]

const counted = (rows: string, sign: string) => {
  const row = outcomeFlags('row')
  return sql`select row.user_id, row.connection_id, ${bucketOf('row')} as quarter,
    ${sql.raw(sign)} as total, ${sql.raw(sign)} * ${row.successful} as successful,
    ${sql.raw(sign)} * ${row.failed} as failed, ${sql.raw(sign)} * ${row.inactive} as inactive
    from ${sql.raw(rows)} as row`
}

const note = (counts: RawBuilder<unknown>) => sql`insert into ${noted}
  select user_id, connection_id, quarter, sum(total), sum(successful), sum(failed), sum(inactive)
  from (${counts}) as counts group by user_id, connection_id, quarter
  having sum(total) <> 0 or sum(successful) <> 0 or sum(failed) <> 0 or sum(inactive) <> 0;`

/** Statement triggers, which note all rows of a statement together. */
const postgres: readonly RawBuilder<unknown>[] = [
  sql`create function count_alerts() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then ${note(counted('newer', '1'))}
    elsif tg_op = 'DELETE' then ${note(counted('older', '-1'))}
    else ${note(sql`${counted('newer', '1')} union all ${counted('older', '-1')}`)}
    end if; return null; end $$`,
  sql`create trigger alerts_counted_in after insert on alerts
    referencing new table as newer for each statement execute function count_alerts()`,
  sql`create trigger alerts_counted_out after delete on alerts
    referencing old table as older for each statement execute function count_alerts()`,
  sql`create trigger alerts_counted_anew after update on alerts
    referencing old table as older new table as newer
    for each statement execute function count_alerts()`,
]

export const countTriggers = { sqlite, postgres }
