/** Vigía: watched alerts, their state and their alarms. */

import { z } from 'zod'
import { MAX_HEARTBEATS, MAX_NAME_LENGTH } from '../limits.ts'
import { tooLong } from '../texts/limits.ts'
import { idSchema } from './id.ts'
import { nameSchema } from './text.ts'

/** Whether a series fires as usual. `unknown`: its history is too short to tell. */
export const judgedStates = ['alive', 'late', 'quiet', 'unknown'] as const
export type JudgedState = (typeof judgedStates)[number]

/**
 * State shown in a row, the first that applies: its connection is switched off, its alert has expired, it came
 * near TradingView's limit, or the judged state.
 */
export const watchStates = ['off', 'expired', 'near-limit', ...judgedStates] as const
export type WatchState = (typeof watchStates)[number]

export const alarmKinds = [
  'fall',
  'return',
  'limit',
  'expiry',
  'heartbeat-fall',
  'heartbeat-return',
  'summary',
  'test',
] as const
export type AlarmKind = (typeof alarmKinds)[number]

/**
 * `kept`: shown on the screen only, as no connection is chosen, the settings switch its kind off, or its alert or
 * heartbeat is silenced.
 */
export const alarmStatuses = ['pending', 'sending', 'sent', 'uncertain', 'failed', 'kept'] as const
export type AlarmStatus = (typeof alarmStatuses)[number]

const instant = z.iso.datetime()

/** Day in the account's zone: 2026-11-19. */
export const daySchema = z.iso.date().max(10)

export const alarmSchema = z.object({
  id: z.string(),
  kind: z.enum(alarmKinds),
  /** Id of the series, heartbeat or TV configuration that it concerns; null for `summary` and `test`. */
  about: z.string().nullable(),
  title: z.string(),
  message: z.string(),
  at: instant,
  status: z.enum(alarmStatuses),
  sentAt: instant.nullable(),
  /** Why it was not sent, or may have arrived twice; in Spanish. */
  reason: z.string().nullable(),
  /** «Era normal»: the owner marked it as a false alarm. */
  wasNormal: z.boolean(),
})
export type Alarm = z.infer<typeof alarmSchema>

/** `until` null: always. */
const silenceSchema = z.object({ until: instant.nullable() })

export const watchedAlertSchema = z.object({
  id: z.string(),
  connectionId: z.string(),
  connectionName: z.string(),
  /** Name of the alert in TradingView; numbers in it that change are replaced by #. */
  name: z.string(),
  state: z.enum(watchStates),
  /** Start of the judged state. */
  stateSince: instant,
  silenced: silenceSchema.nullable(),
  firings: z.number(),
  firstFiredAt: instant,
  lastFiredAt: instant,
  /** Time within which 99 % of its firings follow one another in its usual hours, in milliseconds; null: unknown. */
  usualGap: z.number().nullable(),
  expectedAt: instant.nullable(),
  /** When it turns late or, if it is late, quiet, unless it fires before; null: not foreseen. */
  alarmAt: instant.nullable(),
  /** Day on which its alert expires, and the TV configuration that states it. */
  expiry: z.object({ on: daySchema, configId: z.string() }).nullable(),
  /** Set if it fired so often within three minutes that TradingView may stop it, or may have stopped it. */
  limit: z.object({ level: z.enum(['near', 'stopped']), at: instant }).nullable(),
  /** Firings on each of the 28 days up to `until`, in the account's zone. */
  strip: z.object({ until: daySchema, counts: z.array(z.number()) }),
  /** Id of the alarm about its current fall; null without one, and once it was marked «Era normal». */
  fallId: z.string().nullable(),
})
export type WatchedAlert = z.infer<typeof watchedAlertSchema>

/** A watched alert with its latest firings and alarms, newest first. */
export const watchedAlertDetailSchema = watchedAlertSchema.extend({
  recent: z.array(instant),
  alarms: z.array(alarmSchema),
})
export type WatchedAlertDetail = z.infer<typeof watchedAlertDetailSchema>

export const watchListSchema = z.object({
  /** Most urgent state first, then by name. */
  items: z.array(watchedAlertSchema),
  asOf: instant,
  /** Falls reported in the last 30 days, and how many of them were «Era normal». */
  falls: z.object({ told: z.number(), wereNormal: z.number() }),
  /** Recent periods in which no webhook could arrive, newest first; no alert is blamed for silence in them. */
  absences: z.array(z.object({ from: instant, to: instant })),
})
export type WatchList = z.infer<typeof watchListSchema>

/** Counts for the badge beside the menu; all but `watched` leave out silenced items. */
export const watchSummarySchema = z.object({
  watched: z.number(),
  late: z.number(),
  quiet: z.number(),
  expired: z.number(),
  nearLimit: z.number(),
  silentHeartbeats: z.number(),
})
export type WatchSummary = z.infer<typeof watchSummarySchema>

export const silencePeriods = ['hour', 'tomorrow', 'always', 'none'] as const
export type SilencePeriod = (typeof silencePeriods)[number]

const timeOfDaySchema = z
  .string()
  .max(5)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'La hora se escribe como 08:00.')

export const watchSettingsSchema = z.object({
  /** Connection that sends alarms; null: they are only shown on the screen. */
  connectionId: z.string().nullable(),
  /** Sends alarms about falls, returns, the limit and heartbeats. */
  alarms: z.boolean(),
  /** Sends reminders three days and one day before an expiry. */
  expiryReminders: z.boolean(),
  /** Time of the daily summary in the account's zone: 08:00; null: no summary. */
  summaryTime: timeOfDaySchema.nullable(),
})
export type WatchSettings = z.infer<typeof watchSettingsSchema>

export const watchSettingsPatchSchema = z.object({
  connectionId: idSchema.nullable().optional(),
  alarms: z.boolean().optional(),
  expiryReminders: z.boolean().optional(),
  summaryTime: timeOfDaySchema.nullable().optional(),
})
export type WatchSettingsPatch = z.infer<typeof watchSettingsPatchSchema>

/** Minutes between two beats, all of them intervals of TradingView. */
export const heartbeatMinutes = [1, 5, 15, 60] as const

export const heartbeatDraftSchema = z.object({
  name: nameSchema
    .trim()
    .min(1, 'Escribe un nombre.')
    .max(MAX_NAME_LENGTH, tooLong(MAX_NAME_LENGTH)),
  everyMinutes: z.literal(heartbeatMinutes),
})
export type HeartbeatDraft = z.infer<typeof heartbeatDraftSchema>

/** `waiting`: no beat has arrived yet. */
export const heartbeatStates = ['waiting', 'alive', 'silent'] as const

export const heartbeatSchema = z.object({
  id: z.string(),
  name: z.string(),
  everyMinutes: z.literal(heartbeatMinutes),
  /** URL to which TradingView sends the beats, and where an external monitor can ask whether they arrive. */
  url: z.string(),
  /** Text for TradingView's message field. */
  message: z.string(),
  state: z.enum(heartbeatStates),
  createdAt: instant,
  lastAt: instant.nullable(),
  /** When it counts as silent, unless a beat arrives before. */
  alarmAt: instant.nullable(),
  silentSince: instant.nullable(),
  silenced: silenceSchema.nullable(),
})
export type Heartbeat = z.infer<typeof heartbeatSchema>

export const watchTexts = {
  tooManyHeartbeats: `Una cuenta puede tener como máximo ${MAX_HEARTBEATS} latidos.`,
  connectionGone: 'La conexión elegida ya no existe. Elige otra.',
  noConnection: 'Elige antes por qué conexión salen los avisos.',
  notAFall: 'Ese aviso no se puede corregir: no es de una alerta callada, o ya se corrigió.',
  noExpiry: 'Esa configuración no tiene fecha de caducidad. Ponla antes de renovarla.',
}
