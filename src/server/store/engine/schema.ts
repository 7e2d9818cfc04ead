import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'
import type { DeliveryStatus } from '#shared/delivery-status.ts'
import type { PicturePlace } from '#shared/message/composed-message.ts'
import type { WhenMissing } from '#shared/message/gaps.ts'
import type { Reading } from '#shared/model/alert.ts'
import type { TokenScope } from '#shared/model/api-token.ts'
import type { ToastType } from '#shared/model/live-event.ts'
import type { AlarmKind, AlarmStatus, JudgedState } from '#shared/model/watch.ts'

/**
 * The tables as they are in every database. Identifiers are text, times are milliseconds UTC,
 * yes and no are 1 and 0, JSON is text.
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
  /** As it was typed. */
  telegram_chat_id: string
  /** Telegram's numeric id of that chat; null until Telegram has told it. */
  chat_id: string | null
  /** Where its alerts queue: one account, one bot, one chat. */
  lane: string
  template_id: string
  description: string
  tags: string
  is_active: Flag
  /** Alerts that had to wait leave together. */
  group_bursts: Flag
  /** A late message says so. */
  mark_late: Flag
  /** A text of the alert that the template does not show is added below the message. */
  add_text: Generated<Flag>
  /** Names of fields that are never shown, as a JSON list. */
  never_shown: Generated<string>
  /** A topic of a forum. */
  topic_id: number | null
  silent: Flag
  link_preview: Flag
  protect_content: Flag
  /** Webhooks to its id are not taken any more; other addresses lead to it. */
  id_retired: Generated<Flag>
  /** Since when its alerts say by which address they came; null: it never had more than its id. */
  addressed_since: number | null
  /** When what it sends with was last edited, or a test of it arrived; null: not since there was this column. */
  mended_at: number | null
  version: number
  created_at: number
}

/** What leads to a connection beside its own id. */
type AddressesTable = {
  /** As secret as a connection's id, and never equal to one. */
  id: string
  connection_id: string
  created_at: number
  /** It leads nowhere; the row stays, so that nobody else takes the id. */
  retired: Flag
}

type MessageTemplatesTable = {
  user_id: string
  id: string
  name: string
  content: string
  /** Rows of buttons as a JSON list of lists; null: none. */
  buttons: string | null
  /** Where a picture is shown; null: below. */
  picture: PicturePlace | null
  /** Null: a placeholder without a value takes its line along. */
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
  /** The day on which TradingView's alert expires, as 2026-11-19 in the account's zone; null: not known. */
  expires_on: Generated<string | null>
  /** When its owner is next reminded of that; null: not any more. */
  remind_at: Generated<number | null>
}

type AlertsTable = {
  id: string
  user_id: string
  connection_id: string
  /** By which address it came; null: by the connection's id, before there was another one. */
  address_id: string | null
  /** The connection's name when the alert came. */
  connection_name: string
  name: string
  summary: string
  received_at: number
  /** The sender's address; null for alerts of older versions. */
  received_from: string | null
  reading: Reading
  /** A JSON object, its numbers as they were written. */
  payload: string
  /** The body as it came, where the payload is not simply that. */
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
  /** Those whose value another key of the payload lent, as a JSON list of both. */
  taken: Generated<string>
  /**
   * `id:version` of the template that had no place for anything of the payload, so that the message
   * is the alert's own; null where the template made it.
   */
  misfit: string | null
  /** The message, once it was made: text, and entities as a JSON list. */
  message_text: string | null
  message_entities: string | null
  /**
   * Its entities of the type date_time, which older versions do not know: a JSON list, each with its
   * place among the others, or null.
   */
  message_times: string | null
  /** Rows of buttons as a JSON list of lists; null: none. */
  message_buttons: string | null
  /** A JSON object of address and place; null: none. */
  message_picture: string | null
  message_ids: string
  /** What the message says of its delay; null when it says nothing. */
  late_minutes: number | null
  /** How many alerts share the message, once it is sent. */
  sent_together: number | null
  /** When its owner last asked to send it again. */
  resent_at: number | null
  first_attempt_at: number | null
  delivered_at: number | null
  /** Its latest attempts without success, the oldest first, as a JSON list; null: none is known. */
  attempt_log: string | null
}

/** What is still to be sent; the row goes when its alert is delivered or has failed. */
type DeliveriesTable = {
  /** The lane's order, and nothing else is. */
  seq: Generated<number>
  alert_id: string
  user_id: string
  connection_id: string
  lane: string
  attempts: number
  /** Not before this instant, which lies at most `due_wait` after it was written. */
  due_at: number
  due_wait: number
  /** The request may be on its way. */
  in_flight: Flag
  /** Sends of the message, or of its next part, that may have arrived: their answer never came. */
  doubts: Generated<number>
  /**
   * The first delivery of the message in which this one may have arrived: it is repeated with the
   * same neighbours, byte for byte.
   */
  group_seq: number | null
  /** Telegram refused the message that it was part of. */
  alone: Flag
  /** Telegram refused a link preview: send without one. */
  link_preview: Flag
  /** Parts of the message that have arrived, as a JSON list of message ids. */
  sent_ids: string
  /**
   * Where in its text what comes after each of them begins, as a JSON list. A version that only counted
   * parts leaves out those that it sends.
   */
  sent_ends: string
}

/**
 * Deliveries that are not to be sent any more, however many: it holds from the row on, and each of
 * theirs follows in steps, after which it goes.
 */
type TombstonesTable = {
  seq: Generated<number>
  user_id: string
  /** Empty for all connections of the account. */
  connection_id: string
  /** The last delivery that it concerns. */
  last_seq: number
  /** What their alerts fail with; null where they are deleted. */
  error_code: string | null
  /** In Spanish. */
  error_reason: string | null
  /** Where they are deleted: with all that had happened by then. Milliseconds UTC. */
  forgets_until: number | null
}

/** Links by which a chat is connected: the bot listens for their codes. */
type ChatLinksTable = {
  /** Of the code, which nobody can read here. */
  code_hash: string
  user_id: string
  bot_id: string
  /** Its name and username, as JSON. */
  bot: string
  /** Encrypted. */
  token: string
  created_at: number
  /** When it is too late for its code. */
  until: number
  /** Whether something may still come for it. */
  listens: Flag
  /** How far it is, as JSON. */
  progress: string
  version: number
  /** When a process last asked for the bot's updates. */
  listened_at: number | null
  /** Why the bot's updates can't be had, as JSON. */
  listening_trouble: string | null
}

/** Chats that a bot was seen in, since its updates are gone once they were read. */
type SeenChatsTable = {
  bot_id: string
  chat_id: string
  /** As JSON. */
  chat: string
  seen_at: number
}

/** What concerns a bot over all its chats. */
type BotsTable = {
  bot_id: string
  /** Telegram told it to wait. */
  waits_until: number
  wait: number
  /** The process that works for it, where there are several. */
  worker: string | null
  /** Since when Telegram does not answer it, and when that was last seen to be so. */
  silent_since: number | null
  silent_seen: number | null
}

/** The processes that deliver from one PostgreSQL. */
type WorkersTable = {
  id: string
  /** Milliseconds UTC by the database's clock. */
  alive_until: number
}

/** Lanes that Telegram told to wait. */
type LanesTable = {
  lane: string
  user_id: string
  waits_until: number
  /** The whole wait in milliseconds; one that is still longer comes from a clock that was moved. */
  wait: number
}

/** Lanes to which nothing is sent until their owner lets them go on. */
type PausesTable = {
  user_id: string
  /** Empty for all lanes of the account. */
  lane: string
  since: number
  /** When they went on; null: not yet. */
  ended_at: number | null
}

/** One row, in SQLite alone. */
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
  /** What the same happening within five minutes has in common. */
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
  /** Without the inactive ones. */
  failed: number
  /** They came while their connection was switched off. */
  inactive: number
}

/** Changes of counts that are not rolled up yet; noted by the database itself. */
type CountChangesTable = Counts & {
  seq: Generated<number>
  user_id: string
  connection_id: string
  quarter: number
}

/** What became of the alerts that were received in a 15-minute bucket. */
type QuarterCountsTable = Counts & {
  user_id: string
  /** Empty for those of all connections together. */
  connection_id: string
  /** 15-minute buckets since 1970, UTC: days of every time zone begin with one. */
  quarter: number
}

/** What became of all alerts of a connection. */
type ConnectionCountsTable = Counts & { user_id: string; connection_id: string }

/** Alerts that the search does not know yet as they are. */
type SearchChangesTable = { seq: Generated<number>; alert_id: string }

/** By what an alert is found, as the search last saw it. */
type SearchTextsTable = {
  /** Of time: an alert that came later has a larger one. */
  seq: number
  alert_id: string
  user_id: string
  connection_id: string
  /** Its name as names are sorted. */
  name_key: string
  /** Folded: its name, its connection's, its message and its payload. */
  text: string
}

type ProfilesTable = {
  user_id: string
  initial_setup_complete: Flag
  notifications_enabled: Flag
  /** How long alerts are kept; null: always. */
  history_days: number | null
  /** Webhooks from other addresses than TradingView's are refused. */
  only_tradingview: Generated<Flag>
  /** In which messages write times, by its IANA name; null: the installation's. */
  time_zone: string | null
  /** Whether keys alone do something; null: they do. */
  keyboard_shortcuts: Flag | null
}

/** Layouts of the panel that are not the default one. */
type DashboardsTable = { user_id: string; widgets: string }

/** Facts of the whole installation. */
type SettingsTable = { name: string; value: string }

/** Personal API tokens. */
type ApiTokensTable = {
  id: string
  user_id: string
  name: string
  scope: TokenScope
  /** SHA-256 of the token in base64url: nobody can read it here. */
  hash: string
  /** What it ends with. */
  tail: string
  created_at: number
  /** From then on it is refused; null: never. */
  expires_at: number | null
  /** Minutes late; null: never used. */
  last_used_at: number | null
}

/** What fires: the alerts of one name at one connection. */
/** What is left of an alert that its owner deleted: digests, by which a row of a log is recognised. */
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
  /** What came before this instant has been deleted altogether. */
  kept_since: number
}

type WatchedSeriesTable = {
  id: string
  user_id: string
  connection_id: string
  /** Where numbers that change were left out of it, with # in their place. */
  name: string
  /** The name with # in the place of each number. */
  folded: string
  /** What was learned of it, as JSON. */
  rhythm: string
  /** When it fired last, as a JSON list of instants, the oldest first. */
  recent: string
  /** How often it fired on each of the last days, as JSON. */
  strip: string
  firings: number
  first_fired_at: number
  last_fired_at: number
  state: JudgedState
  state_since: number
  expected_at: number | null
  /** When the judgement next changes, unless it fires before. */
  alarm_at: number | null
  /** Milliseconds. */
  usual_gap: number | null
  /** When it is judged next; null: once it has fired again. */
  judge_at: number | null
  /** 0: far from TradingView's limit; 1: near it; 2: TradingView may have stopped it. */
  limit_level: 0 | 1 | 2
  /** When it came so near to it. */
  limit_at: number | null
  silenced_until: number | null
  /** The alarm of its fall, until it fires again; null: none was raised. */
  fall_id: string | null
  /** What it learned from is written if this is still what it was. */
  version: number
}

/** What Vigía has told, or has still to tell. */
type WatchAlarmsTable = {
  id: string
  user_id: string
  kind: AlarmKind
  /** The id of what it is about: a series, a heartbeat or a TV configuration. */
  about: string | null
  /** In Spanish, as the message. */
  title: string
  message: string
  at: number
  status: AlarmStatus
  /** Begun. */
  attempts: number
  /** Not before this instant; null: there is nothing left to send. */
  due_at: number | null
  settled_at: number | null
  /** Why it was not sent, in Spanish. */
  reason: string | null
  /** Its owner says that all was well. */
  was_normal: Flag
}

/** Alerts that fire on every bar, to prove the way from TradingView to here. */
type HeartbeatsTable = {
  /** Part of its address. */
  id: string
  user_id: string
  name: string
  every_minutes: number
  created_at: number
  last_at: number | null
  /** When it is silent unless it comes before; null: it never came, or it is silent. */
  alarm_at: number | null
  silent_since: number | null
  silenced_until: number | null
}

type WatchSettingsTable = {
  user_id: string
  /** Through which alarms go out; null: none is chosen. */
  connection_id: string | null
  alarms: Flag
  expiry_reminders: Flag
  /** At which time of the account's day it has its summary, as 08:00; null: it has none. */
  summary_time: string | null
  /** When it has the next one. */
  summary_at: number | null
}

/** When nothing could arrive, through no fault of an alert. */
type WatchAbsencesTable = {
  /** Whose alerts: of an account or a connection, by its id; empty: all. */
  whose: string
  from_at: number
  to_at: number
}

/** Who watches, of all processes, and how far: one row. */
type WatchDutyTable = {
  name: string
  holder: string | null
  /** Milliseconds UTC by the clock that all processes share. */
  held_until: number
  /** When the installation was last known to run. */
  marked_at: number | null
  /** The alerts up to this id are learned. */
  cursor: string
}

type SignInFailuresTable = { email: string; at: number }

/** What happened to an account: those who came in, who could not, and what they changed of it. */
type AccountEventsTable = {
  id: string
  user_id: string
  kind: string
  /** When it happened last. */
  at: number
  /** When it happened first. */
  since: number
  count: number
  /** Null where no browser or program did it. */
  address: string | null
  user_agent: string | null
  /** The name of what it concerns. */
  detail: string | null
  /** What is one event has it in common. */
  repeat_key: string
}

/** Accounts that sign in with the code of an app beside the password. */
type SecondFactorsTable = {
  user_id: string
  /** Encrypted, in base32. */
  secret: string
  since: number
  /** The step of 30 seconds, counted from 1970, whose code served last: none up to it serves again. */
  last_step: number
  /** Codes tried since `tries_since` in browsers that the account has not signed in with. */
  tries: Generated<number>
  tries_since: Generated<number>
  /** The same in those that it has signed in with. */
  known_tries: Generated<number>
  known_tries_since: Generated<number>
}

/** Codes that stand in for the app's, each once: a row goes when its code is used. */
type RecoveryCodesTable = {
  user_id: string
  /** Of the code, which nobody can read here. */
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
  /** Of the last sign-in or confirmation; null: `createdAt`. */
  authenticatedAt: number | null
  /** Some minutes old at most; null: `updatedAt`, as versions left it that did not write this. */
  lastUsedAt: number | null
  /** Since when its days are counted; null: `createdAt`. */
  startedAt: number | null
  /** What its cookie bears; null: the token, in a cookie of a version that bound none to its host. */
  reference: string | null
  /** Null: as old as the session. */
  referenceSince: number | null
  /** What `reference` took the place of, and until when it is good; null: until `reference` has been shown. */
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
  /** By which its authenticator and browsers know it; no two accounts have the same. */
  credentialID: string
  /** Of the signatures that it has made; 0 where it does not count. */
  counter: number
  createdAt: Instant
  lastUsedAt: number | null
}

type RateLimitTable = {
  id: string
  key: string
  count: number
  /** When the window began that `count` is of. */
  lastRequest: number
}
