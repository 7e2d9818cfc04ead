import { z } from 'zod'
import { utf8Bytes } from '../format.ts'
import { MAX_NAME_LENGTH, MAX_TEMPLATE_LENGTH } from '../limits.ts'
import { isBlank } from '../message/clean-text.ts'
import { picturePlaces } from '../message/composed-message.ts'
import { missingChoices } from '../message/gaps.ts'
import { tooLong } from '../texts/limits.ts'
import { templateTexts } from '../texts/templates.ts'
import { templateButtonSchema, templateButtonsSchema } from './template-button.ts'
import { nameSchema, textSchema } from './text.ts'

/** Input of the template editor; an edit leaves omitted optional fields unchanged. */
export const templateDraftSchema = z.object({
  name: nameSchema
    .trim()
    .min(1, templateTexts.required)
    .max(MAX_NAME_LENGTH, tooLong(MAX_NAME_LENGTH)),
  content: textSchema
    .max(MAX_TEMPLATE_LENGTH, tooLong(MAX_TEMPLATE_LENGTH))
    .refine(content => !isBlank(content), templateTexts.required),
  buttons: templateButtonsSchema.optional(),
  /** Position of the payload's picture, above or below the text. */
  picture: z.enum(picturePlaces).optional(),
  /** Handling of a placeholder without a value. */
  whenMissing: z.enum(missingChoices).optional(),
})
export type TemplateDraft = z.infer<typeof templateDraftSchema>

/** UTF-8 bytes of its content, and of its buttons as JSON. */
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
  /** Number of connections that use it. */
  usedBy: z.number(),
})
export type Template = z.infer<typeof templateSchema>
