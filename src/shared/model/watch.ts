/** Vigía: what fires, whether it still does, and what is told of it. */
import { z } from 'zod'
import { MAX_HEARTBEATS, MAX_NAME_LENGTH } from '../limits.ts'
import { tooLong } from '../texts.ts'
import { idSchema } from './id.ts'
import { nameSchema } from './text.ts'

/** What is judged of a series: whether it fires as it used to. `unknown`: its history does not tell yet. */
export const judgedStates = ['alive', 'late', 'quiet', 'unknown'] as const
export type JudgedState = (typeof judgedStates)[number]

/**
 * What a row shows, the first that holds: its connection is switched off, its alert has expired, it came near
 * TradingView's limit, or what is judged of it.
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

/** `kept`: it is told on the screen alone, for no connection is chosen or the alert is silenced. */
export const alarmStatuses = ['pending', 'sending', 'sent', 'uncertain', 'failed', 'kept'] as const
export type AlarmStatus = (typeof alarmStatuses)[number]

const instant = z.iso.datetime()

/** A day of the account's zone: 2026-11-19. */
export const daySchema = z.iso.date().max(10)

export const alarmSchema = z.object({
  id: z.string(),
  kind: z.enum(alarmKinds),
  /** The id of the series, the heartbeat or the TV configuration that it is about. */
  about: z.string().nullable(),
  title: z.string(),
  message: z.string(),
  at: instant,
  status: z.enum(alarmStatuses),
  sentAt: instant.nullable(),
  /** Why it was not sent, or may have arrived twice; in Spanish. */
  reason: z.string().nullable(),
  /** «Era normal»: its owner says that nothing was wrong. */
  wasNormal: z.boolean(),
})
export type Alarm = z.infer<typeof alarmSchema>

/** `until` null: always. */
const silenceSchema = z.object({ until: instant.nullable() })

export const watchedAlertSchema = z.object({
  id: z.string(),
  connectionId: z.string(),
  connectionName: z.string(),
  /** Where numbers that change were left out of it, with # in their place. */
  name: z.string(),
  state: z.enum(watchStates),
  /** Since when that is judged of it. */
  stateSince: instant,
  silenced: silenceSchema.nullable(),
  firings: z.number(),
  firstFiredAt: instant,
  lastFiredAt: instant,
  /** Milliseconds, of what is usual in such hours; null: not known. */
  usualGap: z.number().nullable(),
  expectedAt: instant.nullable(),
  /** When it turns late or quiet, unless it fires before. */
  alarmAt: instant.nullable(),
  /** The day on which its alert expires, and the TV configuration that says so. */
  expiry: z.object({ on: daySchema, configId: z.string() }).nullable(),
  /** It fired so often within three minutes that TradingView may stop it, or may have stopped it. */
  limit: z.object({ level: z.enum(['near', 'stopped']), at: instant }).nullable(),
  /** How often it fired on each of the last 28 days, the last one being `until`, of the account's zone. */
  strip: z.object({ until: daySchema, counts: z.array(z.number()) }),
  /** The alarm of its fall, while that lasts. */
  fallId: z.string().nullable(),
})
export type WatchedAlert = z.infer<typeof watchedAlertSchema>

/** A row with its latest firings and alarms, the newest first. */
export const watchedAlertDetailSchema = watchedAlertSchema.extend({
  recent: z.array(instant),
  alarms: z.array(alarmSchema),
})
export type WatchedAlertDetail = z.infer<typeof watchedAlertDetailSchema>

export const watchListSchema = z.object({
  /** What needs looking at first, then by name. */
  items: z.array(watchedAlertSchema),
  asOf: instant,
  /** Of the falls of the last 30 days, how many were told, and how many of those «Era normal». */
  falls: z.object({ told: z.number(), wereNormal: z.number() }),
  /** Times of the last days in which nothing could arrive here: no alert is blamed for them. The newest first. */
  absences: z.array(z.object({ from: instant, to: instant })),
})
export type WatchList = z.infer<typeof watchListSchema>

/** For a sign beside the menu: how many there are of what needs looking at. */
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
  /** Through which connection alarms go out; null: they stay on the screen. */
  connectionId: z.string().nullable(),
  /** Falls, returns, the limit and heartbeats are told. */
  alarms: z.boolean(),
  /** Expiries are told three days and one day before. */
  expiryReminders: z.boolean(),
  /** When the daily summary leaves, by the account's clock: 08:00; null: there is none. */
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

/** Minutes between two beats: intervals of TradingView's. */
export const heartbeatMinutes = [1, 5, 15, 60] as const

export const heartbeatDraftSchema = z.object({
  name: nameSchema
    .trim()
    .min(1, 'Escribe un nombre.')
    .max(MAX_NAME_LENGTH, tooLong(MAX_NAME_LENGTH)),
  everyMinutes: z.literal(heartbeatMinutes),
})
export type HeartbeatDraft = z.infer<typeof heartbeatDraftSchema>

/** `waiting`: none has come yet. */
export const heartbeatStates = ['waiting', 'alive', 'silent'] as const

export const heartbeatSchema = z.object({
  id: z.string(),
  name: z.string(),
  everyMinutes: z.literal(heartbeatMinutes),
  /** Where TradingView sends it; anybody's monitor may ask it as well. */
  url: z.string(),
  /** For TradingView's message field. */
  message: z.string(),
  state: z.enum(heartbeatStates),
  createdAt: instant,
  lastAt: instant.nullable(),
  /** When it is silent, unless it comes before. */
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
