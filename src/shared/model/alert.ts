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

/** Fits an ISO instant with nine fractional digits. */
const MAX_INSTANT_LENGTH = 40

export const instantSchema = z.iso.datetime().max(MAX_INSTANT_LENGTH)
const offsetInstantSchema = z.iso.datetime({ offset: true }).max(MAX_INSTANT_LENGTH)

export const alertFilterSchema = z.object({
  search: textSchema.trim().max(MAX_SEARCH_LENGTH).optional(),
  connectionId: idSchema.optional(),
  status: z.enum(deliveryStatuses).optional(),
  /** True: only delivered alerts whose message was made by the template and lacked a value; false: no filter. */
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

/** Alerts by id, or all matches of a filter received before an instant. */
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
  /** The sender's IP address; null for alerts of older versions. */
  receivedFrom: z.string().nullable(),
  summary: z.string(),
  telegramDeliveryStatus: z.enum(deliveryStatuses),
  retryAttempts: z.number(),
  /** Why it failed or has to wait, in Spanish. */
  reason: z.string().nullable(),
  /**
   * False if the message was made without the template: the body was plain text, the payload had no value that the
   * template asks for, or filling the template failed.
   */
  fits: z.boolean(),
  /** Number of the template's placeholders without a value; 0 if `fits` is false. Absent from older processes. */
  gaps: z.number().exactOptional(),
  /** Milliseconds from receipt, or from the latest resend, to Telegram's answer. */
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
  /** Unix time of a `date_time`, in seconds. */
  unix_time: z.number().exactOptional(),
  /** Format of a `date_time`: `r`, or `w?[dD]?[tT]?`. */
  date_time_format: z.string().exactOptional(),
})

/** A button of a message, as Telegram shows it. */
const messageButtonSchema = z.intersection(
  z.object({ text: z.string(), style: z.enum(buttonStyles).exactOptional() }),
  z.union([z.object({ url: z.string() }), z.object({ copy: z.string() })]),
)

/** A failed attempt, or a delivery that preceded a resend. */
const attemptSchema = z.object({
  /** When the request was sent; for a delivery, when Telegram answered. */
  at: z.iso.datetime(),
  /** Milliseconds until the request was answered or abandoned; 0 for a delivery. */
  ms: z.number(),
  /** Reason of the failure, in Spanish; null: delivered. */
  reason: z.string().nullable(),
  /** True if it counts towards the three attempts after which an alert fails. */
  counted: z.boolean(),
  /** True if the message may have arrived all the same; absent from older processes. */
  inDoubt: z.boolean().exactOptional(),
  messageIds: z.array(z.number()),
})
export type Attempt = z.infer<typeof attemptSchema>

/** Everything that the history keeps of one alert. */
export const alertDetailSchema = alertSchema.extend({
  /**
   * Id of the webhook address it came through; null if its connection has only ever had one. May also be null once
   * the connection is deleted.
   */
  addressId: z.string().nullable(),
  reading: z.enum(readings),
  receivedPayload: z.record(z.string(), z.unknown()),
  /** The payload pretty-printed, with numbers as written. */
  payloadText: z.string(),
  /** Names that occur more than once in an object of the payload; the last value of each counts. */
  repeatedKeys: z.array(z.string()),
  /** The body as received; null if it was the JSON object itself. */
  rawBody: z.string().nullable(),
  /** The message as sent, or as the next attempt will send it. */
  message: z
    .object({
      text: z.string(),
      entities: z.array(messageEntitySchema),
      /** Buttons of this alert alone; a message of several alerts has a chart button for each. */
      buttons: z.array(z.array(messageButtonSchema)).exactOptional(),
      picture: z
        .object({ url: z.string(), place: z.enum(picturePlaces) })
        .nullable()
        .exactOptional(),
    })
    .nullable(),
  messageIds: z.array(z.number()),
  /** Number of alerts that were sent as one message with this one, itself included; null until sent. */
  sentTogether: z.number().nullable(),
  /** Placeholders of the template without a value. */
  missing: z.array(z.string()),
  /** Placeholders that took the value of another key of the payload. */
  taken: z.array(z.object({ key: z.string(), from: z.string() })),
  /** True if a sent request was never answered: the chat may hold the message twice. */
  uncertain: z.boolean(),
  /** Bar and firing time by TradingView's clock; null if the payload lacks them. */
  barTime: z.iso.datetime().nullable(),
  firedAt: z.iso.datetime().nullable(),
  /** When the user last resent it. */
  resentAt: z.iso.datetime().nullable(),
  firstAttemptAt: z.iso.datetime().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  /** The latest ten finished attempts, oldest first, without the final delivery; absent from older processes. */
  attempts: z.array(attemptSchema).exactOptional(),
})
export type AlertDetail = z.infer<typeof alertDetailSchema>
