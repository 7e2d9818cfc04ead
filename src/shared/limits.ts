/** Constants that server and browser share: times of the screens, and limits that keep every request finite. */

/** Least time between two toasts about alerts. */
export const TOAST_INTERVAL_MS = 1_000
/** Entries about alerts in one live event, one for each kind of event and connection. */
export const MAX_HAPPENINGS = 100

/** Attempts of one delivery that count, the first one included. */
export const DELIVERY_MAX_ATTEMPTS = 3
/** Sends of one message without an answer, and thus the most copies of it in the chat. */
export const MOST_SENDS_IN_DOUBT = 3
/** Attempts kept in an alert's log: flood waits and outages add to the three that count. */
export const MAX_KEPT_ATTEMPTS = 10
export const RETRY_BACKOFF_MS = 2_000
export const RETRY_BACKOFF_FACTOR = 2

export const SIMULATED_DELIVERY_SUCCESS = 0.7
export const SIMULATED_TEST_SUCCESS = 0.8
export const SIMULATED_TEST_DELAY_MS = 1_500
/** How long a connection's card shows the outcome of its test. */
export const TEST_RESULT_MS = 7_000

/** An entry of the error log or a notification that repeats within this time only adds to the earlier one's count. */
export const REPEAT_WINDOW_MS = 5 * 60_000

export const MAX_TAGS = 10
export const TAG_SUGGESTIONS = 5

/** Newest items in a live view. */
export const LIVE_ALERTS = 200
export const LIVE_NOTIFICATIONS = 50
/** Newest notifications that an account keeps: ten times the bell's list. */
export const KEPT_NOTIFICATIONS = 500

export const FEED_ALERTS = 6
export const HIGHLIGHTED_CONNECTIONS = 4
export const PANEL_ALERTS = 7
/** Newest arrivals of a connection in the listening light. */
export const SHOWN_ARRIVALS = 20

/** Widgets that a stored layout may name. */
export const MAX_WIDGETS = 50

export const PAGE_SIZES = [10, 25, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 10

/** Alerts that one request may name by id, or deals with when it names a filter. */
export const MAX_SELECTED_ALERTS = 500
/** Waiting alerts of an account; more are refused until some have left. */
export const MAX_WAITING_ALERTS = 250_000
/**
 * Maximum matches that a search counts and shows: the newest, or the oldest if these come first in the list. A search
 * for a text shorter than three letters or digits reads only this many alerts, the newest.
 */
export const COUNTED_MATCHES = 10_000
/** Maximum count of one connection's failed alerts with one error code. */
export const COUNTED_FAILURES = 1_000
/** Causes listed at once, and connections listed for each. */
export const LISTED_CAUSES = 50
export const LISTED_FAILING = 20
/** Age in days beyond which alerts and entries of the error log can be purged on demand. */
export const PURGE_DAYS = 30
/** How long an account may choose to keep its history, in days. */
export const HISTORY_DAYS = [365, 90, 30] as const

export const EXPORT_FORMAT_VERSION = 1
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024
/** Connections, templates and TV configurations, of each, in an account or an import file. */
export const MAX_OF_EACH = 1_000
/** UTF-8 bytes of all templates of an account. */
export const MAX_TEMPLATE_BYTES = 4 * 1024 * 1024
/** UTF-8 bytes of all TV configurations of an account: their fields, as JSON, and their notes. */
export const MAX_TV_CONFIG_BYTES = 2 * 1024 * 1024
export const MAX_ID_LENGTH = 128

/** How long a form shows that it was saved. */
export const SAVED_MESSAGE_MS = 3_000

/** Connections whose payloads a template is tried on, and the number of payloads. */
export const TRIAL_CONNECTIONS = 5
export const TRIAL_PAYLOADS = 200
/** Payloads that can be picked as a template's sample. */
export const SAMPLE_PAYLOADS = 20
/** Templates whose newest alerts are requested at once, and alerts searched per connection. */
export const EXAMPLE_TEMPLATES = 24
export const EXAMPLE_ALERTS = 5
/** Payloads of this length or more are left out of trials, samples and examples. */
export const MAX_TRIAL_PAYLOAD_LENGTH = 16_384
/** Keys of recent payloads that the editor offers. */
export const MAX_OFFERED_KEYS = 200

/** The newest deliveries from which a connection's usual time is computed. */
export const TIMED_DELIVERIES = 1_000
/** The same per connection, when the usual times of all connections are computed at once. */
export const TIMED_DELIVERIES_OF_EACH = 20

export const DAY_MS = 24 * 60 * 60_000

/**
 * Waits from which a message bears the late mark, if its connection has that option, and after which it is no longer
 * sent automatically.
 */
export const LATE_AFTER_MS = 60_000
export const EXPIRES_AFTER_MS = DAY_MS

/** TradingView's placeholders for which the template editor has a button. */
export const COMMON_PLACEHOLDERS = 10
export const TEMPLATE_PREVIEW_LENGTH = 200
export const ALERT_NAME_LENGTH = 40
export const TOKEN_TAIL_LENGTH = 6
export const ID_HEAD_LENGTH = 8
export const SKELETON_CARDS = 3

/** A share of successes above this one is shown in green, any other in amber. */
export const GOOD_SUCCESS_SHARE = 0.8

export const MAX_NAME_LENGTH = 200
export const MAX_DESCRIPTION_LENGTH = 1_000
export const MAX_TAG_LENGTH = 60
export const MAX_TEMPLATE_LENGTH = 32_768
/** Buttons under one message, and the code units of a button's text and of its value or URL. */
export const MAX_BUTTONS = 8
export const MAX_BUTTON_TEXT_LENGTH = 64
export const MAX_BUTTON_VALUE_LENGTH = 1_024
/** Names of fields that a connection never shows. */
export const MAX_NEVER_SHOWN = 20
/** Webhook addresses of one connection, its own id included. */
export const MAX_ADDRESSES = 5
/** TV configurations of one connection, the fields of each, and the code units of all its texts. */
export const MAX_CONNECTION_CONFIGS = 100
export const MAX_CONFIG_FIELDS = 200
export const MAX_CONFIG_LENGTH = 8_192
export const MAX_SEARCH_LENGTH = 200

/** Personal API tokens of an account, expired ones among them, and the code units of a name. */
export const MAX_API_TOKENS = 50
export const MAX_TOKEN_NAME_LENGTH = 100
/** Preset lifetimes of a token in days, besides a chosen day and no expiry. */
export const API_TOKEN_DAYS = [30, 90, 365] as const

/** Watched alerts of an account; beyond that, the least recently fired are dropped. */
export const MAX_WATCHED = 1_000
/** Days in the strip of a watched alert's firings per day. */
export const STRIP_DAYS = 28
/** Alarms that the screen lists, and that an account keeps. */
export const LISTED_ALARMS = 200
export const KEPT_ALARMS = 1_000
/** Size of TradingView's alert log, and rows that are compared at once. */
export const MAX_LOG_BYTES = 32 * 1024 * 1024
export const MAX_LOG_ROWS = 100_000
/** Largest difference between an alert's arrival and its instant in TradingView's log. */
export const SAME_FIRING_MS = 60_000
/** Alerts missing from the log that a comparison lists. */
export const LISTED_UNLISTED = 5_000
/** Newest individually deleted alerts that are remembered, per account. */
export const MAX_DELETED_REMEMBERED = 100_000
/** Heartbeats of an account: alerts whose arrival proves that TradingView reaches Pregonero. */
export const MAX_HEARTBEATS = 20

export const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 128
/** Sessions of an account; a sign-in beyond that ends the least recently used. */
export const MAX_SESSIONS = 1_000
/** Passkeys of an account. */
export const MAX_PASSKEYS = 20

/** How long a sign-in or a confirmation counts as recent, for calls with `credential: 'recent'`. */
export const RECENT_MS = 10 * 60_000

/** Single-use codes that replace the app's code. */
export const RECOVERY_CODE_COUNT = 10

/** The last instant, in milliseconds, whose year has four digits. */
export const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Error code that ends a stream when a newer one of the account replaces it. */
export const STREAM_REPLACED = 'STREAM_REPLACED'
