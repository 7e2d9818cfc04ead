import { z } from 'zod'
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, MAX_NEVER_SHOWN } from '../limits.ts'
import { connectionLabels, connectionTexts, tooLong } from '../texts.ts'
import { listOf } from './bounded.ts'
import { copiedChatId, copiedToken, GENERAL_TOPIC, isInvitation } from './copied-text.ts'
import { idSchema } from './id.ts'
import { pauseSchema } from './queue.ts'
import { connectionStatsSchema } from './stats.ts'
import { tagsSchema } from './tags.ts'
import { nameSchema, textSchema } from './text.ts'

const required = (label: string, text = textSchema) =>
  text.trim().min(1, connectionTexts.requiredFields([label]))

const MAX_TYPED_LENGTH = 128
const wrongToken =
  'El token no tiene la forma de los de Telegram (123456789:AAE…). Cópialo entero desde @BotFather.'
const wrongChat =
  'El ID de chat es un número (-1001234567890 en grupos y canales) o el @nombre de un canal público.'

const invitation =
  'Un enlace de invitación no dice el ID del chat. Añade el bot al chat y pulsa «Detectar chat», o copia el enlace de un mensaje.'

export const botTokenSchema = required(
  connectionLabels.telegramBotToken,
  textSchema.overwrite(copiedToken),
)
  .max(MAX_TYPED_LENGTH, { error: wrongToken, abort: true })
  .regex(/^[1-9]\d{4,15}:[A-Za-z0-9_-]{30,64}$/, wrongToken)

export const chatIdSchema = required(
  connectionLabels.telegramChatId,
  textSchema.overwrite(copiedChatId),
)
  .max(MAX_TYPED_LENGTH, { error: wrongChat, abort: true })
  .refine(chat => !isInvitation(chat), { error: invitation, abort: true })
  .regex(/^(-?[1-9]\d{0,15}|@[A-Za-z]\w{3,31})$/, wrongChat)

const description = textSchema.trim().max(MAX_DESCRIPTION_LENGTH, tooLong(MAX_DESCRIPTION_LENGTH))

/** A forum's topic, as Telegram numbers it. */
export const topicIdSchema = z
  .number('El tema es un número.')
  .int('El tema es un número entero.')
  .min(GENERAL_TOPIC + 1, 'El tema es un número mayor que 1; para «General» déjalo vacío.')
  .max(2_147_483_647, 'Ese número de tema no existe en Telegram.')

/** The owner's own names for secrets, in any case. */
const neverShownSchema = listOf(
  textSchema.trim().min(1).max(MAX_NAME_LENGTH, tooLong(MAX_NAME_LENGTH)),
  MAX_NEVER_SHOWN,
)

/** How Telegram is asked to take a message; the defaults are those of a new connection. */
const sendOptions = {
  topicId: topicIdSchema.nullable().default(null),
  silent: z.boolean().default(false),
  linkPreview: z.boolean().default(true),
  protectContent: z.boolean().default(false),
}
export const sendOptionsSchema = z.object(sendOptions)
export type SendOptions = z.infer<typeof sendOptionsSchema>

const options = {
  /** Alerts that had to wait leave together, as one message. */
  groupBursts: z.boolean().default(true),
  /** A message that comes late says so. */
  markLate: z.boolean().default(true),
  /** A text of the alert that the template does not show is added below the message. */
  addText: z.boolean().default(true),
  /** Names of fields whose values are never shown, beside those that say so themselves. */
  neverShown: neverShownSchema.default([]),
  ...sendOptions,
}
/** How a connection's messages are made and sent. */
export const connectionOptionsSchema = z.object(options)
export type ConnectionOptions = z.infer<typeof connectionOptionsSchema>

/** In an edit, an option that is left out stays as it is. */
const optionsWithoutDefaults = Object.fromEntries(
  Object.entries(options).map(([name, option]) => [name, option.unwrap()]),
) as { [Name in keyof typeof options]: ReturnType<(typeof options)[Name]['unwrap']> }

/** What the connection form sends. Without `templateId` the first template is taken. */
export const connectionDraftSchema = z.object({
  name: required(connectionLabels.name, nameSchema).max(MAX_NAME_LENGTH, tooLong(MAX_NAME_LENGTH)),
  telegramBotToken: botTokenSchema,
  telegramChatId: chatIdSchema,
  templateId: idSchema.optional(),
  description: description.default(''),
  tags: tagsSchema.default([]),
  ...options,
})
export type ConnectionDraft = z.infer<typeof connectionDraftSchema>

/** An empty token stands for that of the connection it is copied from. */
export const newConnectionSchema = connectionDraftSchema
  .extend({
    telegramBotToken: z.union([z.literal(''), botTokenSchema]).default(''),
    copyTokenOf: idSchema.optional(),
  })
  .refine(({ telegramBotToken, copyTokenOf }) => telegramBotToken !== '' || copyTokenOf, {
    path: ['telegramBotToken'],
    message: connectionTexts.requiredFields([connectionLabels.telegramBotToken]),
  })
export type NewConnection = z.infer<typeof newConnectionSchema>

/** What an edit may change. An empty token means unchanged. */
export const connectionPatchSchema = z.object({
  name: connectionDraftSchema.shape.name.optional(),
  telegramBotToken: z.union([z.literal(''), botTokenSchema]).optional(),
  telegramChatId: chatIdSchema.optional(),
  templateId: idSchema.min(1, connectionTexts.chooseTemplate).optional(),
  description: description.optional(),
  tags: tagsSchema.optional(),
  isActive: z.boolean().optional(),
  ...z.object(optionsWithoutDefaults).partial().shape,
})
export type ConnectionPatch = z.infer<typeof connectionPatchSchema>

/** A connection as its card shows it. The bot token never comes out: only its last characters do. */
export const connectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  telegramBotTokenTail: z.string(),
  telegramChatId: z.string(),
  templateId: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  isActive: z.boolean(),
  ...optionsWithoutDefaults,
  /** Its newest address. */
  webhookUrl: z.string(),
  version: z.number(),
  stats: connectionStatsSchema,
  /** Alerts that still wait to be sent. */
  pending: z.number(),
  lastDeliveryAt: z.iso.datetime().nullable(),
  /** Its chat is paused by its owner, or all are. */
  paused: pauseSchema.nullable(),
  /** Why its newest alert failed, when that one did, or why all wait for very long; in Spanish. */
  trouble: z.string().nullable(),
  /** Its newest delivered alert, when nothing of that one fits the template as it is now. */
  misfit: z.string().nullable(),
})
export type Connection = z.infer<typeof connectionSchema>
