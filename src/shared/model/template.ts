import { z } from 'zod'
import { utf8Bytes } from '../format.ts'
import { MAX_NAME_LENGTH, MAX_TEMPLATE_LENGTH } from '../limits.ts'
import { isBlank } from '../message/clean-text.ts'
import { picturePlaces } from '../message/composed-message.ts'
import { missingChoices } from '../message/gaps.ts'
import { templateTexts, tooLong } from '../texts.ts'
import { templateButtonSchema, templateButtonsSchema } from './template-button.ts'
import { nameSchema, textSchema } from './text.ts'

/** What the template editor sends. What may be left out stays as it is. */
export const templateDraftSchema = z.object({
  name: nameSchema
    .trim()
    .min(1, templateTexts.required)
    .max(MAX_NAME_LENGTH, tooLong(MAX_NAME_LENGTH)),
  content: textSchema
    .max(MAX_TEMPLATE_LENGTH, tooLong(MAX_TEMPLATE_LENGTH))
    .refine(content => !isBlank(content), templateTexts.required),
  buttons: templateButtonsSchema.optional(),
  /** Where the picture of a payload is shown, above or below the text. */
  picture: z.enum(picturePlaces).optional(),
  /** What becomes of a placeholder without a value. */
  whenMissing: z.enum(missingChoices).optional(),
})
export type TemplateDraft = z.infer<typeof templateDraftSchema>

/** The UTF-8 of what is written in it: its content, and its buttons as JSON. */
export const templateBytes = ({
  content,
  buttons = [],
}: Pick<TemplateDraft, 'content' | 'buttons'>): number =>
  utf8Bytes(content) + (buttons.length === 0 ? 0 : utf8Bytes(JSON.stringify(buttons)))

export const templateSchema = z.object({
  id: z.string(),
  name: z.string(),
  content: z.string(),
  buttons: z.array(z.array(templateButtonSchema)),
  picture: z.enum(picturePlaces),
  whenMissing: z.enum(missingChoices),
  version: z.number(),
  /** How many connections use it. */
  usedBy: z.number(),
})
export type Template = z.infer<typeof templateSchema>
