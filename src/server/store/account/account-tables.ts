/** Lists of all tables with a `user_id`, except `search_texts`, whose rows the search index deletes. */
import type { Tables, Transacting } from '#server/store/engine/schema.ts'

/** Set-up and work in progress: few rows, deleted in one transaction. */
export const SET_UP_TABLES = [
  'connections',
  'lanes',
  'pauses',
  'chat_links',
  'tombstones',
  'message_templates',
  'tv_alert_configs',
  'dashboards',
  'watched_series',
  'watch_alarms',
  'heartbeats',
  'watch_settings',
  'profiles',
] as const

/** History and queued deliveries: many rows, deleted in batches; each table with its key. */
export const HISTORY_TABLES = {
  deliveries: ['seq'],
  notifications: ['id'],
  error_logs: ['id'],
  alerts: ['id'],
} as const

/** Tables derived from the alerts, each with its key. */
export const DERIVED_TABLES = {
  count_changes: ['seq'],
  deleted_alerts: ['id'],
  quarter_counts: ['user_id', 'connection_id', 'quarter'],
  connection_counts: ['user_id', 'connection_id'],
} as const

/** Rows about the account: a reset keeps them, except credentials that it is to delete; removal deletes them. */
export const KEPT_TABLES = [
  'account_events',
  'history_floors',
  'api_tokens',
  'second_factors',
  'recovery_codes',
] as const

type OwnedTable =
  | (typeof SET_UP_TABLES)[number]
  | keyof typeof HISTORY_TABLES
  | keyof typeof DERIVED_TABLES

export async function deleteOwned(
  trx: Transacting,
  userId: string,
  tables: readonly (OwnedTable & keyof Tables)[],
): Promise<void> {
  for (const table of tables) await trx.deleteFrom(table).where('user_id', '=', userId).execute()
}
