import { z } from 'zod'
import { deliveryStatuses } from '../delivery.ts'
import { DEFAULT_PAGE_SIZE, MAX_SEARCH_LENGTH, MAX_SELECTED_ALERTS, PAGE_SIZES } from '../limits.ts'
import { textSchema } from './text.ts'

/** How a body was understood: as the JSON object it was, after a repair, or as plain text. */
export const readings = ['json', 'repaired', 'text'] as const
export type Reading = (typeof readings)[number]

export const alertSorts = [
  'timestamp-desc',
  'timestamp-asc',
  'alertName-asc',
  'alertName-desc',
  'connectionName-asc',
  'connectionName-desc',
] as const
export type AlertSort = (typeof alertSorts)[number]

export const alertFilterSchema = z.object({
  search: textSchema.trim().max(MAX_SEARCH_LENGTH).optional(),
  connectionId: z.string().optional(),
  status: z.enum(deliveryStatuses).optional(),
  /** Inclusive. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** Exclusive. */
  to: z.iso.datetime({ offset: true }).optional(),
})
export type AlertFilter = z.infer<typeof alertFilterSchema>

export const alertQuerySchema = alertFilterSchema.extend({
  sort: z.enum(alertSorts).default('timestamp-desc'),
  page: z.number().int().min(1).default(1),
  pageSize: z.literal(PAGE_SIZES).default(DEFAULT_PAGE_SIZE),
})
export type AlertQuery = z.infer<typeof alertQuerySchema>

/** Named one by one, or all that a filter finds and that had come before an instant. */
export const alertSelectionSchema = z.union([
  z.object({ ids: z.array(z.string()).min(1).max(MAX_SELECTED_ALERTS) }),
  z.object({ filter: alertFilterSchema, before: z.iso.datetime() }),
])
export type AlertSelection = z.infer<typeof alertSelectionSchema>

/** A row of the history. */
export const alertSchema = z.object({
  id: z.string(),
  name: z.string(),
  connectionId: z.string(),
  connectionName: z.string(),
  timestamp: z.iso.datetime(),
  summary: z.string(),
  telegramDeliveryStatus: z.enum(deliveryStatuses),
  retryAttempts: z.number(),
  /** Why it failed or has to wait, in Spanish. */
  reason: z.string().nullable(),
  /** Not so when its template had no place for anything of it: then its message is its own. */
  fits: z.boolean(),
  /** From receipt, or from being sent again, to Telegram's answer, in milliseconds. */
  deliveredInMs: z.number().nullable(),
})
export type Alert = z.infer<typeof alertSchema>

export const messageEntitySchema = z.object({
  type: z.enum([
    'bold',
    'italic',
    'underline',
    'strikethrough',
    'spoiler',
    'code',
    'pre',
    'text_link',
    'blockquote',
    'expandable_blockquote',
  ]),
  offset: z.number(),
  length: z.number(),
  url: z.string().exactOptional(),
  language: z.string().exactOptional(),
})

/** Everything the history knows of one alert. */
export const alertDetailSchema = alertSchema.extend({
  reading: z.enum(readings),
  receivedPayload: z.record(z.string(), z.unknown()),
  /** The payload pretty-printed, its numbers as they were written. */
  payloadText: z.string(),
  /** Names that an object of the payload had more than once; the last one counted. */
  repeatedKeys: z.array(z.string()),
  /** The body as it came, where it was not the JSON object that the payload shows. */
  rawBody: z.string().nullable(),
  /** The message as sent, or as it will be tried again. */
  message: z.object({ text: z.string(), entities: z.array(messageEntitySchema) }).nullable(),
  messageIds: z.array(z.number()),
  /** How many alerts share that message; null until it is sent. */
  sentTogether: z.number().nullable(),
  /** Placeholders of the template that the payload had no value for. */
  missing: z.array(z.string()),
  /** Placeholders whose value another key of the payload lent. */
  taken: z.array(z.object({ key: z.string(), from: z.string() })),
  /** An attempt ended without an answer after it had left: the chat may hold the message twice. */
  uncertain: z.boolean(),
  /** TradingView's own clock, where the payload carries it. */
  barTime: z.iso.datetime().nullable(),
  firedAt: z.iso.datetime().nullable(),
  /** When somebody last asked to send it again. */
  resentAt: z.iso.datetime().nullable(),
  firstAttemptAt: z.iso.datetime().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
})
export type AlertDetail = z.infer<typeof alertDetailSchema>
