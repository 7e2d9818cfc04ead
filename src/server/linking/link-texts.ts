/** Spanish texts of failures to connect a chat: the first sentence says what happened, the second what to do. */

import type { LinkTroubleState } from '#server/store/rows/chat-links.ts'
import { reasonFor } from '#server/telegram/failure-reasons.ts'
import type { Failure } from '#server/telegram/failures.ts'
import { formatWait } from '#shared/format.ts'
import type { LinkTroubleCode } from '#shared/model/chat-link.ts'
import type { Chat } from '#shared/model/telegram.ts'

type About = { chat?: Chat; webhookHost?: string | null; canRetry?: boolean }

const trouble = (
  code: LinkTroubleCode,
  reason: string,
  { chat, webhookHost, canRetry = true }: About = {},
): LinkTroubleState => ({
  kind: 'trouble',
  code,
  reason,
  chat: chat ?? null,
  webhookHost: webhookHost ?? null,
  canRetry,
})

export const webhookTrouble = (host: string | null): LinkTroubleState =>
  trouble(
    'webhook_active',
    `Otro programa recibe por webhook lo que se escribe a este bot${host ? ` (${host})` : ''}. Quita ese webhook aquí, usa otro bot o escribe el ID de chat a mano.`,
    { webhookHost: host },
  )

export const otherReaderTrouble = trouble(
  'other_reader',
  'Otro programa está leyendo lo que se escribe a este bot. Detenlo, usa otro bot o escribe el ID de chat a mano; en cuanto pare, esto sigue solo.',
)

export const noListenerTrouble = trouble(
  'no_listener',
  'Ningún proceso de Pregonero escucha a este bot ahora mismo. Comprueba que hay en marcha uno con ROLE=worker o ROLE=all; en cuanto lo haya, esto sigue solo.',
)

export const codeTroubles = {
  code_of_other: trouble(
    'code_of_other',
    'Al bot le llegó el enlace de otra cuenta o de otro bot. Usa el enlace que ves en esta pantalla.',
  ),
  code_used: trouble(
    'code_used',
    'Ese enlace ya se usó y vale una sola vez. Usa el que ves ahora en esta pantalla.',
  ),
  code_late: trouble(
    'code_late',
    'Ese enlace ya caducó: vale diez minutos. Usa el que ves ahora en esta pantalla.',
  ),
} as const

export const botRemoved = (chat: Chat): LinkTroubleState =>
  chat.type === 'private'
    ? trouble(
        'bot_removed',
        'El bot está bloqueado en tu chat. Desbloquéalo en Telegram y pulsa Iniciar.',
        { chat },
      )
    : trouble(
        'bot_removed',
        `El bot ya no está en «${chat.title}». Añádelo otra vez con el enlace.`,
        { chat },
      )

export const noRightToPost = (chat: Chat): LinkTroubleState =>
  trouble(
    'no_right_to_post',
    chat.type === 'channel'
      ? `El bot no puede publicar en «${chat.title}». Hazlo administrador del canal con permiso para publicar mensajes; en cuanto lo tenga, esto sigue solo.`
      : `El bot no puede escribir en «${chat.title}». Dale permiso para enviar mensajes, o hazlo administrador, y pulsa «Comprobar otra vez».`,
    { chat },
  )

export const messageInDoubt = (chat: Chat): LinkTroubleState =>
  trouble(
    'message_in_doubt',
    `El primer mensaje salió hacia «${chat.title}», pero Telegram no confirmó que llegara. Mira el chat: si está, ya puedes seguir; si no, pulsa «Comprobar otra vez».`,
    { chat },
  )

/** Flood wait, or a rate limit of the bot or the chat. @param seconds until the next try */
export const haveToWait = (seconds: number, chat?: Chat): LinkTroubleState =>
  trouble(
    'flood',
    `Telegram pide esperar ${formatWait(seconds)} antes de seguir. Espera: después sigue solo.`,
    { ...(chat && { chat }), canRetry: false },
  )

/** Telegram does not answer. */
export const noAnswer = (failure: Failure, chat?: Chat): LinkTroubleState =>
  trouble('no_answer', `${firstSentence(reasonFor(failure))} Sigue solo en cuanto responda.`, {
    ...(chat && { chat }),
  })

export const outageTrouble = (chat: Chat): LinkTroubleState =>
  trouble('no_answer', 'Telegram no responde a este bot. Sigue solo en cuanto responda.', { chat })

export const deadToken = (failure: Failure): LinkTroubleState =>
  trouble('token_invalid', reasonFor(failure), { canRetry: false })

/** Any other refusal to write to the chat. */
export const chatRefused = (
  failure: Failure,
  chat: Chat,
  topicId: number | null,
): LinkTroubleState => trouble('chat_refused', reasonFor(failure, { topicId }), { chat })

const firstSentence = (reason: string): string => reason.slice(0, reason.indexOf('. ') + 1)
