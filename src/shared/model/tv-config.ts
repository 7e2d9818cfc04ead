import { z } from 'zod'
import { utf8Bytes } from '../format.ts'
import {
  MAX_CONFIG_FIELDS,
  MAX_CONFIG_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
} from '../limits.ts'
import { tooLong } from '../texts/limits.ts'
import { tvConfigTexts } from '../texts/tv-configs.ts'
import { recordOf } from './bounded.ts'
import { idSchema } from './id.ts'
import { nameSchema, textSchema } from './text.ts'
import { daySchema } from './watch.ts'

const notes = textSchema.trim().max(MAX_DESCRIPTION_LENGTH, tooLong(MAX_DESCRIPTION_LENGTH))

/** Keys and values with every character escaped, and six characters of JSON per field. */
const MAX_FIELDS_BYTES = 6 * (MAX_CONFIG_LENGTH + MAX_CONFIG_FIELDS)

/** Input of the TV configuration dialog. */
export const tvConfigDraftSchema = z.object({
  name: nameSchema
    .trim()
    .min(1, tvConfigTexts.required)
    .max(MAX_NAME_LENGTH, tooLong(MAX_NAME_LENGTH)),
  connectionId: idSchema.min(1, tvConfigTexts.required),
  /** Fixed text, or a placeholder for TradingView to fill, by the name of the template's placeholder. */
  templateFields: recordOf(
    textSchema.max(MAX_NAME_LENGTH, tooLong(MAX_NAME_LENGTH)),
    textSchema.max(MAX_DESCRIPTION_LENGTH, tooLong(MAX_DESCRIPTION_LENGTH)),
    MAX_CONFIG_FIELDS,
    `Como máximo ${MAX_CONFIG_FIELDS} campos.`,
  )
    .refine(
      fields => Object.entries(fields).flat().join('').length <= MAX_CONFIG_LENGTH,
      `Los campos tienen, juntos, más de ${MAX_CONFIG_LENGTH} caracteres.`,
    )
    .meta({ 'x-max-bytes': MAX_FIELDS_BYTES }),
  tradingViewConditionNotes: notes.default(''),
  tradingViewFrequencyNotes: notes.default(''),
  /** Day on which TradingView's alert expires; null: unknown; omitted: unchanged. */
  expiresOn: daySchema.nullable().optional(),
})
export type TvConfigDraft = z.infer<typeof tvConfigDraftSchema>

/** UTF-8 bytes of its fields, as JSON, and of its notes. */
export const tvConfigBytes = (config: Omit<TvConfigDraft, 'name' | 'connectionId'>): number =>
  utf8Bytes(JSON.stringify(config.templateFields)) +
  utf8Bytes(config.tradingViewConditionNotes) +
  utf8Bytes(config.tradingViewFrequencyNotes)

export const tvConfigSchema = z.object({
  id: z.string(),
  name: z.string(),
  connectionId: z.string(),
  templateFields: z.record(z.string(), z.string()),
  tradingViewConditionNotes: z.string(),
  tradingViewFrequencyNotes: z.string(),
  /** Day on which TradingView's alert expires, in the account's zone: 2026-12-19. */
  expiresOn: daySchema.nullable(),
  version: z.number(),
})
export type TvConfig = z.infer<typeof tvConfigSchema>
