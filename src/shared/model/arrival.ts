import { z } from 'zod'
import { alertSchema, readings } from './alert.ts'

/** Reasons for refusing a webhook of a known connection. */
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

/** Problems of an accepted alert, worst first. */
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

/** Recommended change and its reason, in Spanish. */
const adviceSchema = z.object({ code: z.enum([...flaws, ...refusalCodes]), text: z.string() })
export type Advice = z.infer<typeof adviceSchema>

const takenSchema = alertSchema.extend({
  kind: z.literal('taken'),
  isTradingView: z.boolean(),
  reading: z.enum(readings),
  /**
   * Why and where the body is not JSON, in Spanish; null if it is JSON, does not begin like a JSON object, or is very
   * long.
   */
  fault: z.string().nullable(),
  /** Placeholders of the template without a value. */
  missing: z.array(z.string()),
  /** Placeholders that took the value of another key of the payload. */
  taken: z.array(z.object({ key: z.string(), from: z.string() })),
  /** Payload keys that a template can show, at most 50; empty if no value is missing or the body is very long. */
  came: z.array(z.string()),
  /** Placeholders that arrived unfilled in the payload, such as `{{close}}`; at most 5, empty for a very long body. */
  unfilled: z.array(z.string()),
  /** The beginning of the message; null until it is written. */
  excerpt: z.string().nullable(),
  /** Null if no change is needed. */
  advice: adviceSchema.nullable(),
})
export type TakenArrival = z.infer<typeof takenSchema>

const refusedSchema = z.object({
  kind: z.literal('refused'),
  id: z.string(),
  /** Latest occurrence. */
  timestamp: z.iso.datetime(),
  /** Reason for the refusal, in Spanish. */
  reason: z.string(),
  /** Occurrences, each within five minutes of the previous one. */
  count: z.number(),
  /** The sender's IP address for `over-rate`, `queue-full` and `not-tradingview`; null for other refusals. */
  receivedFrom: z.string().nullable(),
  isTradingView: z.boolean(),
  /** The beginning of the body; null if it was not read. */
  excerpt: z.string().nullable(),
  advice: adviceSchema,
})
export type RefusedArrival = z.infer<typeof refusedSchema>

/** Request to a connection's webhook: an accepted alert, or a refusal. */
export const arrivalSchema = z.discriminatedUnion('kind', [takenSchema, refusedSchema])
export type Arrival = z.infer<typeof arrivalSchema>
