import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'
import type { DeliveryStatus } from '#shared/delivery-status.ts'
import type { PicturePlace } from '#shared/message/composed-message.ts'
import type { WhenMissing } from '#shared/message/gaps.ts'
import type { Reading } from '#shared/model/alert.ts'
import type { TokenScope } from '#shared/model/api-token.ts'
import type { ToastType } from '#shared/model/live-event.ts'
import type { AlarmKind, AlarmStatus, JudgedState } from '#shared/model/watch.ts'

/**
 * Tables, alike in SQLite and PostgreSQL. Identifiers are text, times are milliseconds UTC, booleans are 1 and 0,
 * JSON is text; the authentication library's own columns differ.
 */
export type Tables = {
  connections: ConnectionsTable
  addresses: AddressesTable
  message_templates: MessageTemplatesTable
  tv_alert_configs: TvAlertConfigsTable
  alerts: AlertsTable
  deleted_alerts: DeletedAlertsTable
  history_floors: HistoryFloorsTable
  deliveries: DeliveriesTable
  tombstones: TombstonesTable
  lanes: LanesTable
  pauses: PausesTable
  line_version: LineVersionTable
  chat_links: ChatLinksTable
  seen_chats: SeenChatsTable
  bots: BotsTable
  workers: WorkersTable
  notifications: NotificationsTable
  error_logs: ErrorLogsTable
  count_changes: CountChangesTable
  quarter_counts: QuarterCountsTable
  connection_counts: ConnectionCountsTable
  search_changes: SearchChangesTable
  search_texts: SearchTextsTable
  profiles: ProfilesTable
  dashboards: DashboardsTable
  settings: SettingsTable
  sign_in_failures: SignInFailuresTable
  account_events: AccountEventsTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  api_tokens: ApiTokensTable
  watched_series: WatchedSeriesTable
  watch_alarms: WatchAlarmsTable
  heartbeats: HeartbeatsTable
  watch_settings: WatchSettingsTable
  watch_absences: WatchAbsencesTable
  watch_duty: WatchDutyTable
  user: UserTable
  account: AccountTable
  session: SessionTable
  passkey: PasskeyTable
  rateLimit: RateLimitTable
}

export type Database = Kysely<Tables>
export type Transacting = Transaction<Tables>

type Flag = 0 | 1

type ConnectionsTable = {
  id: string
  user_id: string
  name: string
  /** Encrypted. */
  telegram_bot_token: string
  telegram_bot_token_tail: string
  bot_id: string
  /** As it was typed, or the new id of a group that became a supergroup. */
  telegram_chat_id: string
  /** Telegram's numeric id of that chat; null until it is known. */
  chat_id: string | null
  /** Queue of its alerts: one for each account, bot and chat. */
  lane: string
  template_id: string
  description: string
  tags: string
  is_active: Flag
  /** Alerts that had to wait are sent as one message. */
  group_bursts: Flag
  /** Late messages say how late they are. */
  mark_late: Flag
  /** A text of the alert that the template does not show is added below the message. */
  add_text: Generated<Flag>
  /** Names of fields that are never shown, as a JSON list. */
  never_shown: Generated<string>
  /** Topic of a forum. */
  topic_id: number | null
  silent: Flag
  link_preview: Flag
  protect_content: Flag
  /** Webhooks to its own id are refused; only its other addresses work. */
  id_retired: Generated<Flag>
  /** Since when its alerts record the address to which they came; null: its id was always its only address. */
  addressed_since: number | null
  /**
   * When its bot, chat, options or template were last edited, or a test last arrived; null: not since this column
   * exists.
   */
  mended_at: number | null
  version: number
  created_at: number
}

/** Addresses of connections, beside their own ids. */
type AddressesTable = {
  /** As secret as a connection's id, and never equal to one. */
  id: string
  connection_id: string
  created_at: number
  /** Webhooks to it are refused. The 20 newest retired rows of a connection stay, so that their ids are not reused. */
  retired: Flag
}

type MessageTemplatesTable = {
  user_id: string
  id: string
  name: string
  content: string
  /** Rows of buttons as a JSON list of lists; null: no buttons. */
  buttons: string | null
  /** Where a picture is shown; null: below. */
  picture: PicturePlace | null
  /** Treatment of placeholders without a value; null: their line is removed. */
  when_missing: WhenMissing | null
  version: number
  created_at: number
}

type TvAlertConfigsTable = {
  id: string
  user_id: string
  name: string
  connection_id: string
  /** A JSON object of texts by field. */
  template_fields: string
  condition_notes: string
  frequency_notes: string
  version: number
  created_at: number
  /** Day on which TradingView's alert expires, such as 2026-11-19, in the account's zone; null: unknown. */
  expires_on: Generated<string | null>
  /** Time of the owner's next reminder of the expiry; null: no further reminder. */
  remind_at: Generated<number | null>
}

type AlertsTable = {
  id: string
  user_id: string
  connection_id: string
  /** Address to which it came; null: to the connection's id, while that was the only address. */
  address_id: string | null
  /** The connection's name when the alert came. */
  connection_name: string
  name: string
  summary: string
  received_at: number
  /** The sender's address; null for alerts of older versions. */
  received_from: string | null
  reading: Reading
  /** JSON object; its numbers keep the notation of the body. */
  payload: string
  /** Body as it came; null where the payload holds it unchanged. */
  raw_body: string | null
  bar_time: number | null
  fired_at: number | null
  status: DeliveryStatus
  attempts: number
  next_attempt_at: number | null
  error_code: string | null
  /** In Spanish. */
  error_reason: string | null
  /** An attempt ended in doubt: the chat may hold the message twice. */
  uncertain: Flag
  /** Placeholders without a value, as a JSON list. */
  missing: string
  /** Placeholders filled by the value of another key of the payload, as a JSON list of both keys. */
  taken: Generated<string>
  /**
   * `id:version` of the template for which the payload has no value, or `own-fault`: the message is the alert's
   * own text. Null: its template was filled or it needs no template, or the message is not made yet.
   */
  misfit: string | null
  /** Text of the message, and its entities as a JSON list; null until it is made. */
  message_text: string | null
  message_entities: string | null
  /**
   * Entities of type date_time as a JSON list, each with its index among all entities, or null. Separate, since
   * older versions do not know them.
   */
  message_times: string | null
  /** Rows of buttons as a JSON list of lists; null: no buttons. */
  message_buttons: string | null
  /** JSON object of its address and place; null: no picture. */
  message_picture: string | null
  message_ids: string
  /** Delay that the message states; null: it states no delay. */
  late_minutes: number | null
  /** Number of alerts that share the message, once it is sent. */
  sent_together: number | null
  /** When its owner last asked to send it again. */
  resent_at: number | null
  first_attempt_at: number | null
  delivered_at: number | null
  /** Latest attempts without success, the oldest first, as a JSON list; null: no attempt is known. */
  attempt_log: string | null
}

/** Alerts still to be sent; a row is deleted when its alert is delivered, has failed or is deleted. */
type DeliveriesTable = {
  /** The only order within a lane. */
  seq: Generated<number>
  alert_id: string
  user_id: string
  connection_id: string
  lane: string
  attempts: number
  /** Earliest time of the next attempt; ignored if further off than `due_wait`: the clock was moved. */
  due_at: number
  due_wait: number
  /** The request to Telegram may be under way. */
  in_flight: Flag
  /** Sends of the message, or of its next part, that may have arrived: they got no answer. */
  doubts: Generated<number>
  /**
   * `seq` of the first delivery of the message in which this one may have arrived: that message is repeated with
   * the same alerts, byte for byte.
   */
  group_seq: number | null
  /** Telegram refused the group message that it was part of. */
  alone: Flag
  /** 0: Telegram refused a link preview, so the message is sent without one. */
  link_preview: Flag
  /** Parts of the message that have arrived, as a JSON list of message ids. */
  sent_ids: string
  /**
   * For each of them, the offset in the text at which the rest begins, as a JSON list. Offsets are missing for
   * parts sent by versions that only counted them.
   */
  sent_ends: string
}

/**
 * Tombstones, each of which cancels any number of deliveries: it takes effect at once, the deliveries are then
 * settled in batches, and the row is deleted at the end.
 */
type TombstonesTable = {
  seq: Generated<number>
  user_id: string
  /** Empty for all connections of the account. */
  connection_id: string
  /** `seq` of the last delivery that it cancels. */
  last_seq: number
  /** Failure code of the cancelled alerts; null if they are deleted. */
  error_code: string | null
  /** In Spanish. */
  error_reason: string | null
  /** Set if the alerts, notifications and error logs up to this time are deleted; null: the alerts are failed. */
  forgets_until: number | null
}

/** Links that connect a chat: the bot listens for their codes. */
type ChatLinksTable = {
  /** Hash of the code; the code itself is not stored. */
  code_hash: string
  user_id: string
  bot_id: string
  /** Name and username of the bot, as JSON. */
  bot: string
  /** Encrypted. */
  token: string
  created_at: number
  /** Expiry of its code. */
  until: number
  /** Whether updates of the bot may still concern it. */
  listens: Flag
  /** Progress of the link, as JSON. */
  progress: string
  version: number
  /** When a process last asked for the bot's updates. */
  listened_at: number | null
  /** Reason why the bot's updates can't be read, as JSON. */
  listening_trouble: string | null
}

/** Chats that a bot was seen in: its updates can be read only once. */
type SeenChatsTable = {
  bot_id: string
  chat_id: string
  /** As JSON. */
  chat: string
  seen_at: number
}

/** State of bots across all their chats. */
type BotsTable = {
  bot_id: string
  /** End of its flood wait. */
  waits_until: number
  wait: number
  /** Process that delivers for it, where there are several. */
  worker: string | null
  /** Since when Telegram does not answer the bot, and when that was last confirmed; null: it answers. */
  silent_since: number | null
  silent_seen: number | null
}

/** The processes that deliver from one PostgreSQL. */
type WorkersTable = {
  id: string
  /** Milliseconds UTC by the database's clock. */
  alive_until: number
}

/** Lanes with a flood wait. */
type LanesTable = {
  lane: string
  user_id: string
  waits_until: number
  /** Length of the wait in milliseconds; a longer remaining wait comes from a clock that was moved. */
  wait: number
}

/** Lanes that their owner has paused: messages are held until the owner resumes them. */
type PausesTable = {
  user_id: string
  /** Empty for all lanes of the account. */
  lane: string
  since: number
  /** When they were resumed; null: not yet. */
  ended_at: number | null
}

/** One row; the table exists in SQLite alone. */
type LineVersionTable = { version: string }

type NotificationsTable = {
  id: string
  user_id: string
  title: string
  message: string
  timestamp: number
  read: Flag
  type: ToastType
  link: string | null
  /** Key shared by repetitions within five minutes, which are counted in one row. */
  repeat_key: string
  count: number
}

type ErrorLogsTable = {
  id: string
  user_id: string
  source: string
  message: string
  timestamp: number
  is_critical: Flag
  details: string | null
  repeat_key: string
  count: number
}

type Counts = {
  total: number
  successful: number
  /** Failed alerts, without the inactive ones. */
  failed: number
  /** Alerts that came while their connection was switched off. */
  inactive: number
}

/** Changes of counts that are not rolled up yet; written by triggers. */
type CountChangesTable = Counts & {
  seq: Generated<number>
  user_id: string
  connection_id: string
  quarter: number
}

/** Counts of the alerts that were received in a 15-minute bucket, by outcome. */
type QuarterCountsTable = Counts & {
  user_id: string
  /** Empty for the counts of all connections together. */
  connection_id: string
  /** Number of the 15-minute bucket since 1970, UTC: days of every time zone begin with a bucket. */
  quarter: number
}

/** Counts of all alerts of a connection, by outcome. */
type ConnectionCountsTable = Counts & { user_id: string; connection_id: string }

/** Alerts that are new or have changed since the search last read them. */
type SearchChangesTable = { seq: Generated<number>; alert_id: string }

/** Texts by which alerts are found, as the search last read them. On SQLite the table is in the search file. */
type SearchTextsTable = {
  /** Increases with the time of arrival. */
  seq: number
  alert_id: string
  user_id: string
  /** Folded: name, connection's name, message, and payload without secrets; the first 16,384 characters of it all. */
  text: string
}

type ProfilesTable = {
  user_id: string
  initial_setup_complete: Flag
  notifications_enabled: Flag
  /** Days for which alerts are kept; null: forever. */
  history_days: number | null
  /** Webhooks from other addresses than TradingView's are refused. */
  only_tradingview: Generated<Flag>
  /** IANA name of the time zone in which messages write times; null: the installation's zone. */
  time_zone: string | null
  /** Whether keyboard shortcuts without a modifier work; null: they do. */
  keyboard_shortcuts: Flag | null
}

/** Layouts of the panel that are not the default one. */
type DashboardsTable = { user_id: string; widgets: string }

/** Values that concern the whole installation, by name. */
type SettingsTable = { name: string; value: string }

/** Personal API tokens. */
type ApiTokensTable = {
  id: string
  user_id: string
  name: string
  scope: TokenScope
  /** SHA-256 of the token in base64url; the token itself is not stored. */
  hash: string
  /** Last characters of the token. */
  tail: string
  created_at: number
  /** From then on the token is refused; null: it does not expire. */
  expires_at: number | null
  /** Up to some minutes late; null: never used. */
  last_used_at: number | null
}

/** Digests of alerts that their owner deleted, by which rows of TradingView's log are recognised. */
type DeletedAlertsTable = {
  id: string
  user_id: string
  received_at: number
  exact: number
  repaired: number
  named: number
}

type HistoryFloorsTable = {
  user_id: string
  /** All alerts received before this time have been deleted. */
  kept_since: number
}

/** Series watched by Vigía: the alerts of one name at one connection. */
type WatchedSeriesTable = {
  id: string
  user_id: string
  connection_id: string
  /** Name of the alerts, with # in place of numbers that vary. */
  name: string
  /** Name with # in place of every number. */
  folded: string
  /** Learned rhythm, as JSON. */
  rhythm: string
  /** Latest firings as a JSON list of times, the oldest first. */
  recent: string
  /** Number of firings on each of the last days, as JSON. */
  strip: string
  firings: number
  first_fired_at: number
  last_fired_at: number
  state: JudgedState
  state_since: number
  expected_at: number | null
  /** When its judgement next changes, unless it fires before. */
  alarm_at: number | null
  /** Milliseconds. */
  usual_gap: number | null
  /** Time of the next judgement; null: it is judged when it has fired again. */
  judge_at: number | null
  /** 0: far from TradingView's limit; 1: near it; 2: TradingView may have stopped it. */
  limit_level: 0 | 1 | 2
  /** When it reached that level. */
  limit_at: number | null
  silenced_until: number | null
  /** Id of the alarm of its fall, until it fires again or the owner says that all was well; null: no alarm. */
  fall_id: string | null
  /** Learning writes the row only if the version is still the one it read. */
  version: number
}

/** Alarms that Vigía has sent or has still to send. */
type WatchAlarmsTable = {
  id: string
  user_id: string
  kind: AlarmKind
  /** Id of its subject: a series, a heartbeat or a TV configuration. */
  about: string | null
  /** In Spanish, like the message. */
  title: string
  message: string
  at: number
  status: AlarmStatus
  /** Number of attempts begun. */
  attempts: number
  /** Earliest time to send it; null: it is not to be sent any more. */
  due_at: number | null
  settled_at: number | null
  /** Why it was not sent, in Spanish. */
  reason: string | null
  /** Its owner says that all was well («Era normal»). */
  was_normal: Flag
}

/** Heartbeats: alerts that fire on every bar, to prove that TradingView's webhooks reach this installation. */
type HeartbeatsTable = {
  /** Part of its address. */
  id: string
  user_id: string
  name: string
  every_minutes: number
  created_at: number
  last_at: number | null
  /** When it counts as silent unless a beat comes before; null: it has had no beat yet, or is silent. */
  alarm_at: number | null
  silent_since: number | null
  silenced_until: number | null
}

type WatchSettingsTable = {
  user_id: string
  /** Connection through which alarms are sent; null: not chosen. */
  connection_id: string | null
  alarms: Flag
  expiry_reminders: Flag
  /** Time of the daily summary in the account's zone, such as 08:00; null: no summary. */
  summary_time: string | null
  /** Time of the next summary. */
  summary_at: number | null
}

/** Periods in which alerts could not arrive: silence in them is not held against a series. */
type WatchAbsencesTable = {
  /** Id of the account or connection whose alerts are concerned; empty: all alerts. */
  whose: string
  from_at: number
  to_at: number
}

/** Two rows: `watching` has the watching process and its cursor, `receiving` when webhooks could last be received. */
type WatchDutyTable = {
  name: string
  holder: string | null
  /** Milliseconds UTC by the clock that all processes share. */
  held_until: number
  /** When webhooks could last be received; null in the other row. */
  marked_at: number | null
  /** Id of the last alert that the rhythms include; '' before the first, and in the other row. */
  cursor: string
}

type SignInFailuresTable = { email: string; at: number }

/** Account events: sign-ins, failed sign-ins, and changes to the account. */
type AccountEventsTable = {
  id: string
  user_id: string
  kind: string
  /** Time of the latest occurrence. */
  at: number
  /** Time of the first occurrence. */
  since: number
  count: number
  /** Null if it was not done by a browser or a program. */
  address: string | null
  user_agent: string | null
  /** Name of the item concerned. */
  detail: string | null
  /** Key shared by occurrences that are counted as one event. */
  repeat_key: string
}

/** Second factors: accounts that need the code of an app beside the password. */
type SecondFactorsTable = {
  user_id: string
  /** Encrypted, in base32. */
  secret: string
  since: number
  /** Last step of 30 seconds, counted from 1970, whose code was accepted: codes up to it are refused. */
  last_step: number
  /** Codes tried without success since `tries_since` in browsers that the account has not signed in with. */
  tries: Generated<number>
  tries_since: Generated<number>
  /** The same for browsers that the account has signed in with. */
  known_tries: Generated<number>
  known_tries_since: Generated<number>
}

/** Codes that replace the app's code, each once: a row is deleted when its code is used. */
type RecoveryCodesTable = {
  user_id: string
  /** Hash of the code; the code itself is not stored. */
  code_hash: string
}

// The authentication library's own tables, as far as our statements touch them.

/** Written as an ISO 8601 text, read as one or as a date. */
type Instant = ColumnType<string | Date, string, string>

type UserTable = {
  id: string
  name: string
  email: string
  emailVerified: boolean
  createdAt: Instant
  updatedAt: Instant
}

type AccountTable = {
  id: string
  accountId: string
  providerId: string
  userId: string
  password: string | null
  createdAt: Instant
  updatedAt: Instant
}

type SessionTable = {
  id: string
  token: string
  userId: string
  createdAt: Instant
  updatedAt: Instant
  expiresAt: Instant
  /** Time of the last sign-in or confirmation; null: `createdAt`. */
  authenticatedAt: number | null
  /** Time of the last use, up to some minutes late; null: `updatedAt`, in rows of versions that did not write this. */
  lastUsedAt: number | null
  /** Start of the session's maximum lifetime; null: `createdAt`. */
  startedAt: number | null
  /** Value of its cookie; null: the token, in a cookie of a version that did not bind it to its host. */
  reference: string | null
  /** When `reference` was set; null: at the start of the session. */
  referenceSince: number | null
  /** Value that `reference` replaced, and until when it is valid; null: until `reference` has been shown. */
  previousReference: string | null
  previousUntil: number | null
  ipAddress: string | null
  userAgent: string | null
}

type PasskeyTable = {
  id: string
  name: string | null
  publicKey: string
  userId: string
  /** Id known to its authenticator and browsers; unique across accounts. */
  credentialID: string
  /** Number of signatures that it has made; 0 if its authenticator does not count them. */
  counter: number
  createdAt: Instant
  lastUsedAt: number | null
}

type RateLimitTable = {
  id: string
  key: string
  count: number
  /** Start of the window in which `count` was counted. */
  lastRequest: number
}
