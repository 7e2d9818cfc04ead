import { z } from 'zod'
import { alertSchema, readings } from './alert.ts'

/** Why a webhook of a known connection was not taken. */
export const refusalCodes = [
  'miscopied',
  'cut',
  'encoded',
  'empty',
  'too-large',
  'not-stored',
  'over-rate',
  'queue-full',
  'not-tradingview',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** What there is to change about an alert that was taken, the worst first. */
const flaws = [
  'inactive',
  'failed',
  'text',
  'own-fault',
  'misfit',
  'unfilled',
  'missing',
  'repaired',
] as const

/** What to change, in Spanish, and why. */
const adviceSchema = z.object({ code: z.enum([...flaws, ...refusalCodes]), text: z.string() })
export type Advice = z.infer<typeof adviceSchema>

const takenSchema = alertSchema.extend({
  kind: z.literal('taken'),
  isTradingView: z.boolean(),
  reading: z.enum(readings),
  /** What kept the body from being JSON, and where, in Spanish; null where nothing is known of it. */
  fault: z.string().nullable(),
  /** Placeholders of the template without a value. */
  missing: z.array(z.string()),
  /** Placeholders that took the value of another key of the payload. */
  taken: z.array(z.object({ key: z.string(), from: z.string() })),
  /** Keys of the payload whose values a template can show; at most 50, and none of a very long body. */
  came: z.array(z.string()),
  /** What stands in the payload as it was pasted, though it was to be replaced: `{{close}}`. */
  unfilled: z.array(z.string()),
  /** The beginning of the message; null until it is written. */
  excerpt: z.string().nullable(),
  /** Null where nothing has to be changed. */
  advice: adviceSchema.nullable(),
})
export type TakenArrival = z.infer<typeof takenSchema>

const refusedSchema = z.object({
  kind: z.literal('refused'),
  id: z.string(),
  /** Of the last one. */
  timestamp: z.iso.datetime(),
  /** What happened, in Spanish. */
  reason: z.string(),
  /** How often it happened within five minutes. */
  count: z.number(),
  /** The sender's address, where that is why. */
  receivedFrom: z.string().nullable(),
  isTradingView: z.boolean(),
  /** The beginning of the body, where it was read. */
  excerpt: z.string().nullable(),
  advice: adviceSchema,
})
export type RefusedArrival = z.infer<typeof refusedSchema>

/** What a connection's webhook was sent: an alert that was taken, or what was refused. */
export const arrivalSchema = z.discriminatedUnion('kind', [takenSchema, refusedSchema])
export type Arrival = z.infer<typeof arrivalSchema>
