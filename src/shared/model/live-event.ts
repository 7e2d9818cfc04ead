import { z } from 'zod'

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
] as const
export type Collection = (typeof collections)[number]

export const toastTypes = ['info', 'success', 'warning', 'error'] as const
export type ToastType = (typeof toastTypes)[number]

/** The events of alerts that toasts announce, most serious first. */
export const alertEvents = ['failed', 'retrying', 'received'] as const
export type AlertEvent = (typeof alertEvents)[number]

export const liveEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed'), collections: z.array(z.enum(collections)) }),
  z.object({ kind: z.literal('toast'), type: z.enum(toastTypes), message: z.string() }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>

/** The code of the error that ends a stream whose place another one of the account has taken. */
export const STREAM_REPLACED = 'STREAM_REPLACED'
