import { z } from 'zod'
import { deliveryStatuses } from '../delivery-status.ts'
import { DEFAULT_PAGE_SIZE, MAX_SEARCH_LENGTH, MAX_SELECTED_ALERTS, PAGE_SIZES } from '../limits.ts'
import { alertSorts } from '../list-choices.ts'
import { buttonStyles, picturePlaces } from '../message/composed-message.ts'
import { listOf } from './bounded.ts'
import { idSchema } from './id.ts'
import { pageSchema } from './page.ts'
import { textSchema } from './text.ts'

/** How a body was read: as a JSON object, after a repair, or as plain text. */
export const readings = ['json', 'repaired', 'text'] as const
export type Reading = (typeof readings)[number]

/** Room for nine digits of a second. */
const MAX_INSTANT_LENGTH = 40

export const instantSchema = z.iso.datetime().max(MAX_INSTANT_LENGTH)
const offsetInstantSchema = z.iso.datetime({ offset: true }).max(MAX_INSTANT_LENGTH)

export const alertFilterSchema = z.object({
  search: textSchema.trim().max(MAX_SEARCH_LENGTH).optional(),
  connectionId: idSchema.optional(),
  status: z.enum(deliveryStatuses).optional(),
  /** Only those that were written with the template and lacked a value. */
  gaps: z.boolean().optional(),
  /** Inclusive. */
  from: offsetInstantSchema.optional(),
  /** Exclusive. */
  to: offsetInstantSchema.optional(),
})
export type AlertFilter = z.infer<typeof alertFilterSchema>

export const alertQuerySchema = alertFilterSchema.extend({
  sort: z.enum(alertSorts).default('timestamp-desc'),
  page: pageSchema,
  pageSize: z.literal(PAGE_SIZES).default(DEFAULT_PAGE_SIZE),
})
export type AlertQuery = z.infer<typeof alertQuerySchema>

/** Alerts by id, or all that a filter finds and that came before an instant. */
export const alertSelectionSchema = z.union([
  z.object({ ids: listOf(idSchema, MAX_SELECTED_ALERTS).refine(ids => ids.length > 0) }),
  z.object({ filter: alertFilterSchema, before: instantSchema }),
])
export type AlertSelection = z.infer<typeof alertSelectionSchema>

/** A row of the history. */
export const alertSchema = z.object({
  id: z.string(),
  name: z.string(),
  connectionId: z.string(),
  connectionName: z.string(),
  timestamp: z.iso.datetime(),
  /** The sender's address; null for alerts of older versions. */
  receivedFrom: z.string().nullable(),
  summary: z.string(),
  telegramDeliveryStatus: z.enum(deliveryStatuses),
  retryAttempts: z.number(),
  /** Why it failed or has to wait, in Spanish. */
  reason: z.string().nullable(),
  /** False when the payload had nothing of what the template asks for: the message is its own text. */
  fits: z.boolean(),
  /** How many values the template asked for that did not come; an older process tells none. */
  gaps: z.number().exactOptional(),
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
    'date_time',
  ]),
  offset: z.number(),
  length: z.number(),
  url: z.string().exactOptional(),
  language: z.string().exactOptional(),
  /** Of a `date_time`, in seconds. */
  unix_time: z.number().exactOptional(),
  /** Of a `date_time`: `r`, or `w?[dD]?[tT]?`. */
  date_time_format: z.string().exactOptional(),
})

/** A button of a message, as Telegram shows it. */
const messageButtonSchema = z.intersection(
  z.object({ text: z.string(), style: z.enum(buttonStyles).exactOptional() }),
  z.union([z.object({ url: z.string() }), z.object({ copy: z.string() })]),
)

/** An attempt that did not bring the alert into the chat, or one that did before it was sent again. */
const attemptSchema = z.object({
  /** When it left. */
  at: z.iso.datetime(),
  /** Milliseconds until it was answered, or given up. */
  ms: z.number(),
  /** What came of it, in Spanish; null: it was delivered. */
  reason: z.string().nullable(),
  /** Whether it is one of the three after which an alert fails. */
  counted: z.boolean(),
  /** Whether the message may have arrived all the same. An older process does not say. */
  inDoubt: z.boolean().exactOptional(),
  messageIds: z.array(z.number()),
})
export type Attempt = z.infer<typeof attemptSchema>

/** All that the history keeps of one alert. */
export const alertDetailSchema = alertSchema.extend({
  /** The id of the address by which it came; null where its connection never had another one. */
  addressId: z.string().nullable(),
  reading: z.enum(readings),
  receivedPayload: z.record(z.string(), z.unknown()),
  /** The payload pretty-printed, its numbers as they were written. */
  payloadText: z.string(),
  /** Names that an object of the payload has more than once; the last one counts. */
  repeatedKeys: z.array(z.string()),
  /** The body as received, unless it was itself the JSON object. */
  rawBody: z.string().nullable(),
  /** The message as sent, or as the next attempt will send it. */
  message: z
    .object({
      text: z.string(),
      entities: z.array(messageEntitySchema),
      /** Those of this alert alone: a message of several has one of each for its chart. */
      buttons: z.array(z.array(messageButtonSchema)).exactOptional(),
      picture: z
        .object({ url: z.string(), place: z.enum(picturePlaces) })
        .nullable()
        .exactOptional(),
    })
    .nullable(),
  messageIds: z.array(z.number()),
  /** How many alerts share that message; null until it is sent. */
  sentTogether: z.number().nullable(),
  /** Placeholders of the template without a value. */
  missing: z.array(z.string()),
  /** Placeholders that took the value of another key of the payload. */
  taken: z.array(z.object({ key: z.string(), from: z.string() })),
  /** An attempt ended without an answer after it had left: the chat may hold the message twice. */
  uncertain: z.boolean(),
  /** TradingView's own clock, where the payload carries it. */
  barTime: z.iso.datetime().nullable(),
  firedAt: z.iso.datetime().nullable(),
  /** When it was last sent again by the user. */
  resentAt: z.iso.datetime().nullable(),
  firstAttemptAt: z.iso.datetime().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  /** The latest ten that are over, the oldest first, without the one that delivered it. An older process tells none. */
  attempts: z.array(attemptSchema).exactOptional(),
})
export type AlertDetail = z.infer<typeof alertDetailSchema>
