import { z } from 'zod'
import { EXPORT_FORMAT_VERSION, MAX_ADDRESSES, MAX_ID_LENGTH } from '../limits.ts'
import { addressTexts } from '../texts/connections.ts'
import { importTexts } from '../texts/import.ts'
import { tooLong } from '../texts/limits.ts'
import { listOf } from './bounded.ts'
import { chatIdSchema, connectionDraftSchema } from './connection.ts'
import { GENERAL_TOPIC } from './copied-text.ts'
import { widgetSchema } from './dashboard.ts'
import { tagsSchema } from './tags.ts'
import { templateDraftSchema } from './template.ts'
import { textSchema } from './text.ts'
import { tvConfigDraftSchema } from './tv-config.ts'

/** Part of a URL, so only characters that need no escaping there. */
const idSchema = z
  .string()
  .regex(
    new RegExp(`^[\\w-]{1,${MAX_ID_LENGTH}}$`),
    `Solo admite letras sin acento, números, guiones y guiones bajos (de 1 a ${MAX_ID_LENGTH}).`,
  )

/** Id of another item, which need not exist. */
const referenceSchema = textSchema.min(1, 'Está vacío.').max(MAX_ID_LENGTH, tooLong(MAX_ID_LENGTH))

/** Chat id that may also be written as a JSON number, unless it is so large that reading it loses digits. */
const writtenChatSchema = z.preprocess((chat, { addIssue }) => {
  if (typeof chat !== 'number') return chat
  if (Number.isInteger(chat) && !Number.isSafeInteger(chat)) addIssue(importTexts.longNumber)
  return String(chat)
}, chatIdSchema)

/** Topic; also accepts the number of the topic «General», which becomes null. */
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
  /** Webhook addresses, newest last; defaults to its id alone. */
  addresses: listOf(idSchema, MAX_ADDRESSES, addressTexts.tooMany)
    .refine(list => list.length > 0, 'Está vacía.')
    .optional(),
})

export const exportedTemplateSchema = templateDraftSchema.extend({ id: idSchema })

export const exportedTvConfigSchema = tvConfigDraftSchema.extend({
  id: idSchema,
  connectionId: referenceSchema,
})

/** The whole set-up, bot tokens included. Lists are in order of creation. */
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
