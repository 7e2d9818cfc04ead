import { z } from 'zod'
import { alertEvents } from '../alert-events.ts'
import { MAX_HAPPENINGS } from '../limits.ts'

/** The collections that can change; the browser refetches those it shows. */
export const collections = [
  'connections',
  'templates',
  'tvConfigs',
  'alerts',
  'queue',
  'dashboard',
  'notifications',
  'errorLogs',
  'profile',
  'sessions',
  'passkeys',
  'tokens',
  'watch',
] as const
export type Collection = (typeof collections)[number]

export const toastTypes = ['info', 'success', 'warning', 'error'] as const
export type ToastType = (typeof toastTypes)[number]

/** Alerts of one connection with the same event, since the previous live event. */
const happeningSchema = z.object({
  what: z.enum(alertEvents),
  /** Null for the sum of the connections beyond `MAX_HAPPENINGS`. */
  connectionId: z.string().nullable(),
  /** Number of alerts. */
  count: z.int(),
  /** The latest of these alerts. */
  alert: z.object({ id: z.string(), name: z.string() }),
  /** Milliseconds until the latest alert was delivered; null if it was not. */
  deliveredInMs: z.int().nullable(),
  /** Number of the latest alert's failed attempt, from 1; absent if the attempt does not count. */
  attempt: z.int().optional(),
})
export type Happening = z.infer<typeof happeningSchema>

export const liveEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('changed'),
    collections: z.array(z.enum(collections)),
    /** Events of alerts, for streams that asked for them. */
    alerts: z.array(happeningSchema).max(MAX_HAPPENINGS).optional(),
  }),
  z.object({ kind: z.literal('toast'), type: z.enum(toastTypes), message: z.string() }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>
