import { sql } from 'kysely'
import type { Owner } from '#server/store/engine/owner.ts'
import { MAX_TRIAL_PAYLOAD_LENGTH, TRIAL_PAYLOADS } from '#shared/limits.ts'
import { alertsFound } from './alert-criteria.ts'
import { listColumns } from './alert-rows.ts'

/** Newest first. */
export const newestAlerts = (
  owner: Owner,
  { connectionId, limit }: { connectionId?: string | undefined; limit: number },
) =>
  alertsFound(owner, { connectionId })
    .select(listColumns)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** JSON payloads of moderate length among the newest alerts, newest first. */
export const newestPayloads = (owner: Owner, connectionId?: string) =>
  owner.db
    .selectFrom(
      alertsFound(owner, { connectionId })
        .select(['id', 'name', 'connection_name', 'received_at', 'reading', 'payload'])
        .orderBy('received_at', 'desc')
        .orderBy('id', 'desc')
        .limit(READ_FOR_TRIALS)
        .as('newest'),
    )
    .select(['id', 'name', 'connection_name', 'received_at', 'payload'])
    .where('reading', '!=', 'text')
    .where(
      ({ fn, val }) =>
        sql<boolean>`${fn('length', ['payload'])} < ${val(MAX_TRIAL_PAYLOAD_LENGTH)}`,
    )
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(TRIAL_PAYLOADS)
    .execute()

/** Newest alerts that are read at most, however few of them have a usable payload. */
const READ_FOR_TRIALS = 5 * TRIAL_PAYLOADS
