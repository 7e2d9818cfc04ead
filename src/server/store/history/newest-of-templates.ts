import { sql } from 'kysely'
import type { Owner } from '#server/store/engine/owner.ts'
import { EXAMPLE_ALERTS, MAX_TRIAL_PAYLOAD_LENGTH } from '#shared/limits.ts'

/**
 * Newest alert of each template's connections; templates without one are left out. Reads only the last
 * `EXAMPLE_ALERTS` alerts of each connection, and skips payloads that are not JSON or very long.
 */
export const newestOfTemplates = ({ db, userId }: Owner, templateIds: readonly string[]) =>
  db
    .with('latest', cte =>
      cte
        .selectFrom('connections')
        .select('template_id')
        .select(
          sql<string | null>`(select last.id from
            (select id, received_at, reading, length(payload) as size from alerts
              where alerts.user_id = ${userId} and alerts.connection_id = connections.id
              order by received_at desc, id desc limit ${EXAMPLE_ALERTS}) as last
            where last.reading <> 'text' and last.size < ${MAX_TRIAL_PAYLOAD_LENGTH}
            order by last.received_at desc, last.id desc limit 1)`.as('alert_id'),
        )
        .where('user_id', '=', userId)
        .where('template_id', 'in', templateIds),
    )
    .with('ranked', cte =>
      cte
        .selectFrom('latest')
        .innerJoin('alerts', 'alerts.id', 'latest.alert_id')
        .where('alerts.user_id', '=', userId)
        .select(['latest.template_id', 'alerts.id'])
        .select(
          sql<number>`row_number() over (partition by latest.template_id
            order by alerts.received_at desc, alerts.id desc)`.as('place'),
        ),
    )
    .selectFrom('ranked')
    .innerJoin('alerts', 'alerts.id', 'ranked.id')
    .where('ranked.place', '=', 1)
    .where('alerts.user_id', '=', userId)
    .select([
      'ranked.template_id',
      'alerts.id',
      'alerts.name',
      'alerts.connection_name',
      'alerts.received_at',
      'alerts.payload',
    ])
    .execute()
