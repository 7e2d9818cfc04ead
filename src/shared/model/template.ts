import { z } from 'zod'
import { MAX_NAME_LENGTH, MAX_TEMPLATE_LENGTH } from '../limits.ts'
import { isBlank } from '../message/clean-text.ts'
import { templateTexts, tooLong } from '../texts.ts'
import { nameSchema, textSchema } from './text.ts'

/** Whether a template's content has a visible character. */
export const hasContent = (content: string): boolean => !isBlank(content)

/** What the template editor sends. */
export const templateDraftSchema = z.object({
  name: nameSchema
    .trim()
    .min(1, templateTexts.required)
    .max(MAX_NAME_LENGTH, tooLong(MAX_NAME_LENGTH)),
  content: textSchema
    .max(MAX_TEMPLATE_LENGTH, tooLong(MAX_TEMPLATE_LENGTH))
    .refine(hasContent, templateTexts.required),
})
export type TemplateDraft = z.infer<typeof templateDraftSchema>

export const templateSchema = z.object({
  id: z.string(),
  name: z.string(),
  content: z.string(),
  version: z.number(),
  /** How many connections use it. */
  usedBy: z.number(),
})
export type Template = z.infer<typeof templateSchema>
