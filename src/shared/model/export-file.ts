import { z } from 'zod'
import { EXPORT_FORMAT_VERSION, MAX_ADDRESSES, MAX_ID_LENGTH } from '../limits.ts'
import { addressTexts, importTexts, tooLong } from '../texts.ts'
import { listOf } from './bounded.ts'
import { chatIdSchema, connectionDraftSchema } from './connection.ts'
import { GENERAL_TOPIC } from './copied-text.ts'
import { widgetSchema } from './dashboard.ts'
import { tagsSchema } from './tags.ts'
import { templateDraftSchema } from './template.ts'
import { textSchema } from './text.ts'
import { tvConfigDraftSchema } from './tv-config.ts'

/** Part of an address, so nothing that would have to be escaped there. */
const idSchema = z
  .string()
  .regex(
    new RegExp(`^[\\w-]{1,${MAX_ID_LENGTH}}$`),
    `Solo admite letras sin acento, números, guiones y guiones bajos (de 1 a ${MAX_ID_LENGTH}).`,
  )

/** What it names need not be there. */
const referenceSchema = textSchema.min(1, 'Está vacío.').max(MAX_ID_LENGTH, tooLong(MAX_ID_LENGTH))

/** May be written as a number, as long as that still has all its digits. */
const writtenChatSchema = z.preprocess((chat, { addIssue }) => {
  if (typeof chat !== 'number') return chat
  if (Number.isInteger(chat) && !Number.isSafeInteger(chat)) addIssue(importTexts.longNumber)
  return String(chat)
}, chatIdSchema)

/** «General» may be written with its number. */
const writtenTopicSchema = z.preprocess(
  topic => (topic === GENERAL_TOPIC ? null : topic),
  connectionDraftSchema.shape.topicId,
)

export const exportedConnectionSchema = connectionDraftSchema.extend({
  id: idSchema,
  telegramChatId: writtenChatSchema,
  topicId: writtenTopicSchema,
  templateId: referenceSchema,
  tags: tagsSchema.default([]),
  isActive: z.boolean().default(true),
  /** By which webhooks lead to it, the newest last; without the list its id alone does. */
  addresses: listOf(idSchema, MAX_ADDRESSES, addressTexts.tooMany)
    .refine(list => list.length > 0, 'Está vacía.')
    .optional(),
})

export const exportedTemplateSchema = templateDraftSchema.extend({ id: idSchema })

export const exportedTvConfigSchema = tvConfigDraftSchema.extend({
  id: idSchema,
  connectionId: referenceSchema,
})

/** Everything that is set up, bot tokens included. Lists in the order in which their things were made. */
export const exportFileSchema = z.object({
  exportFormatVersion: z.literal(EXPORT_FORMAT_VERSION),
  exportedAt: z.iso.datetime(),
  connections: z.array(exportedConnectionSchema),
  messageTemplates: z.array(exportedTemplateSchema),
  tradingViewAlertConfigs: z.array(exportedTvConfigSchema),
  dashboardWidgets: z.array(widgetSchema),
})
export type ExportFile = z.infer<typeof exportFileSchema>

export type SetUp = Omit<ExportFile, 'exportFormatVersion' | 'exportedAt'>
