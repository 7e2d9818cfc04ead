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

/** The same thing that happened to alerts of one connection within a moment. */
const happeningSchema = z.object({
  what: z.enum(alertEvents),
  /** Null where more connections than are told apart have something to tell. */
  connectionId: z.string().nullable(),
  /** How many alerts it happened to. */
  count: z.int(),
  /** The last one of them. */
  alert: z.object({ id: z.string(), name: z.string() }),
  /** Milliseconds until that one was delivered. */
  deliveredInMs: z.int().nullable(),
  /** Which attempt of that one failed, from one; left out where none is counted. */
  attempt: z.int().optional(),
})
export type Happening = z.infer<typeof happeningSchema>

export const liveEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('changed'),
    collections: z.array(z.enum(collections)),
    /** What happened to alerts, for those who asked for it. */
    alerts: z.array(happeningSchema).max(MAX_HAPPENINGS).optional(),
  }),
  z.object({ kind: z.literal('toast'), type: z.enum(toastTypes), message: z.string() }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>
