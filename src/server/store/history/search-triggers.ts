/**
 * Triggers that note an alert when it gets an outcome, loses it or is deleted, to update the index later. A
 * pending alert needs no note: it has a row in `deliveries`.
 */
import { sql } from 'kysely'

/** Notes all existing alerts, so that they are indexed or their texts are made anew. */
export const noteExistingAlerts = sql`
  insert into search_changes (alert_id) select id from alerts order by received_at`

const note = (alert: string) => sql`insert into search_changes (alert_id) ${sql.raw(alert)};`

const sqliteTriggers = [
  sql`create trigger alerts_noted_in after insert on alerts
    when new.status <> 'pending' begin ${note('values (new.id)')} end`,
  sql`create trigger alerts_noted_out after delete on alerts begin ${note('values (old.id)')} end`,
  sql`create trigger alerts_noted_anew after update of status on alerts
    when old.status <> new.status begin ${note('values (new.id)')} end`,
]

const postgresTriggers = [
  sql`create function note_alerts() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then ${note("select id from newer where status <> 'pending'")}
    elsif tg_op = 'DELETE' then ${note('select id from older')}
    else ${note('select newer.id from newer join older on older.id = newer.id where older.status <> newer.status')}
    end if; return null; end $$`,
  sql`create trigger alerts_noted_in after insert on alerts
    referencing new table as newer for each statement execute function note_alerts()`,
  sql`create trigger alerts_noted_out after delete on alerts
    referencing old table as older for each statement execute function note_alerts()`,
  sql`create trigger alerts_noted_anew after update on alerts
    referencing old table as older new table as newer
    for each statement execute function note_alerts()`,
]

export const searchTriggers = { sqlite: sqliteTriggers, postgres: postgresTriggers }
