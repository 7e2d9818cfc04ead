import { z } from 'zod'
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, MAX_NEVER_SHOWN } from '../limits.ts'
import { connectionLabels, connectionTexts } from '../texts/connections.ts'
import { tooLong } from '../texts/limits.ts'
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

/** Telegram's number of a forum topic. */
export const topicIdSchema = z
  .number('El tema es un número.')
  .int('El tema es un número entero.')
  .min(GENERAL_TOPIC + 1, 'El tema es un número mayor que 1; para «General» déjalo vacío.')
  .max(2_147_483_647, 'Ese número de tema no existe en Telegram.')

/** Field names that the owner declares secret, compared without case. */
const neverShownSchema = listOf(
  textSchema.trim().min(1).max(MAX_NAME_LENGTH, tooLong(MAX_NAME_LENGTH)),
  MAX_NEVER_SHOWN,
)

/** Options of Telegram's send request, with the defaults of a new connection. */
const sendOptions = {
  topicId: topicIdSchema.nullable().default(null),
  silent: z.boolean().default(false),
  linkPreview: z.boolean().default(true),
  protectContent: z.boolean().default(false),
}
export const sendOptionsSchema = z.object(sendOptions)
export type SendOptions = z.infer<typeof sendOptionsSchema>

const options = {
  /** Sends alerts that had to wait together, as one message. */
  groupBursts: z.boolean().default(true),
  /** Adds the late mark to messages that arrive late. */
  markLate: z.boolean().default(true),
  /** Adds the alert's own text below the message if the template does not show it. */
  addText: z.boolean().default(true),
  /** Fields whose values are never shown, besides those with a name like `token` or `password`. */
  neverShown: neverShownSchema.default([]),
  ...sendOptions,
}
/** How a connection's messages are made and sent. */
export const connectionOptionsSchema = z.object(options)
export type ConnectionOptions = z.infer<typeof connectionOptionsSchema>

/** The schemas of the options without their defaults, so that an edit leaves omitted options unchanged. */
const optionsWithoutDefaults = Object.fromEntries(
  Object.entries(options).map(([name, option]) => [name, option.unwrap()]),
) as { [Name in keyof typeof options]: ReturnType<(typeof options)[Name]['unwrap']> }

/** Input of the connection form. `templateId` defaults to the first template. */
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

/** With an empty token, the new connection copies the token of `copyTokenOf`. */
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

/** Fields that an edit may change. An empty token means unchanged. */
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

/** A connection as its card shows it, with only the last characters of the bot token. */
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
  /** Number of alerts waiting to be sent. */
  pending: z.number(),
  lastDeliveryAt: z.iso.datetime().nullable(),
  /** Set while the owner pauses its chat, or all chats. */
  paused: pauseSchema.nullable(),
  /**
   * Reason of an unusually long flood wait, else why its newest delivered or failed alert has failed, in Spanish; null
   * without either.
   */
  trouble: z.string().nullable(),
  /**
   * Id of its newest delivered alert, if its payload had no value for the template and the template is unchanged since;
   * else null.
   */
  misfit: z.string().nullable(),
})
export type Connection = z.infer<typeof connectionSchema>
