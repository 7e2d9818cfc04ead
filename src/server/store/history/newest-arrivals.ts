import { sql } from 'kysely'
import type { Owner } from '#server/store/engine/owner.ts'
import { alertsFound } from './alert-criteria.ts'
import { listColumns } from './alert-rows.ts'

/** Characters; longer bodies are not read and get no advice. TradingView sends at most 4,096. */
const READ_OF_BODY = 8_192
const MESSAGE_EXCERPT = 300

/**
 * The newest alerts of a connection, newest first, with the columns that show how each body was read.
 * @param since milliseconds UTC
 */
export const newestArrivals = (
  owner: Owner,
  { connectionId, since, limit }: { connectionId: string; since: number; limit: number },
) =>
  alertsFound(owner, { connectionId, from: since })
    .select(listColumns)
    .select([
      'alerts.reading',
      'alerts.error_code',
      'alerts.missing',
      'alerts.taken',
      sql<string | null>`case when length(payload) <= ${READ_OF_BODY} then payload end`.as(
        'payload',
      ),
      sql<string | null>`case when length(raw_body) <= ${READ_OF_BODY} then raw_body end`.as(
        'raw_body',
      ),
      sql<string | null>`substr(message_text, 1, ${MESSAGE_EXCERPT})`.as('excerpt'),
    ])
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export type ArrivedAlert = Awaited<ReturnType<typeof newestArrivals>>[number]
