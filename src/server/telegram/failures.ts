import { formatWait } from '#shared/format.ts'

/** The meaning of an error response, and the code that is stored for it. */
type Meaning =
  | { kind: 'formatting'; code: 'formatting' }
  | { kind: 'preview'; code: 'preview' }
  | { kind: 'buttons'; code: 'buttons' }
  | { kind: 'dead-chat'; code: DeadChatCode }
  | { kind: 'dead-topic'; code: DeadTopicCode }
  | { kind: 'dead-token'; code: 'token_invalid' }
  | { kind: 'refused'; code: RefusedCode }

type DeadChatCode =
  | 'chat_not_found'
  | 'chat_not_started'
  | 'chat_is_bot'
  | 'chat_deleted'
  | 'chat_upgraded'
  | 'chat_forbidden'
  | 'bot_blocked'
  | 'bot_kicked'
  | 'bot_not_member'
  | 'bot_not_admin'
  | 'bot_without_rights'
  | 'user_deactivated'

type DeadTopicCode = 'topic_not_found' | 'topic_closed'

type RefusedCode =
  | 'message_too_long'
  | 'message_empty'
  | 'webhook_active'
  | 'other_reader'
  | 'refused'

type NoAnswerCode =
  | 'unreachable'
  | 'bad_certificate'
  | 'proxy_refused'
  | 'timeout'
  | 'connection_lost'
  | 'server_error'
  | 'not_bot_api'
  | 'simulated'

/**
 * Failure of a request, classified by what can be done about it.
 * `description` is Telegram's own text or, without one, the network's error code; it contains no token.
 * `flood` is a flood wait: HTTP 429, with `retryAfter` (`retry_after`) in whole seconds.
 * `url`: address of the single refused button; it comes from outside and is only compared.
 * `doubt`: the request had left, so Telegram may have carried it out.
 * `isStale`: an idle HTTP connection had ended unnoticed, so a new one may well work.
 */
export type Failure = (
  | Exclude<Meaning, { kind: 'buttons' }>
  | { kind: 'buttons'; code: 'buttons'; url?: string }
  | { kind: 'flood'; code: 'flood'; retryAfter: number }
  | { kind: 'migrated'; code: 'chat_migrated'; chatId: string }
  | {
      kind: 'no-answer'
      code: NoAnswerCode
      doubt: boolean
      isStale?: boolean
      httpStatus?: number
    }
) & { description: string }

export type FailureKind = Failure['kind']
export type FailureCode = Failure['code']

/** An error in the Bot API's own JSON; `status` is the HTTP status and its `error_code`. */
type ErrorResponse = {
  status: number
  description: string
  parameters?: { retry_after?: number | undefined; migrate_to_chat_id?: number | undefined }
}

const DEFAULT_RETRY_AFTER = 5
/** A day in seconds: after that no waiting alert is sent automatically. */
const LONGEST_RETRY_AFTER = 86_400

/** Classifies by status and parameters, and by Telegram's text only where they do not suffice. */
export function classify({ status, description, parameters }: ErrorResponse): Failure {
  // Telegram may answer 5xx after it accepted the message, so the same bytes are sent again.
  if (status >= 500)
    return {
      kind: 'no-answer',
      code: 'server_error',
      doubt: true,
      httpStatus: status,
      description,
    }
  if (status === 429) {
    const asked = Math.ceil(parameters?.retry_after ?? DEFAULT_RETRY_AFTER)
    const retryAfter = Math.min(Math.max(1, asked), LONGEST_RETRY_AFTER)
    return { kind: 'flood', code: 'flood', retryAfter, description }
  }
  if (parameters?.migrate_to_chat_id !== undefined) {
    const chatId = String(parameters.migrate_to_chat_id)
    return { kind: 'migrated', code: 'chat_migrated', chatId, description }
  }
  const meaning = meaningOf(status, description.toLowerCase())
  if (meaning.kind !== 'buttons') return { ...meaning, description }
  const url = REFUSED_ADDRESS.exec(description)?.[1]
  return { ...meaning, ...(url !== undefined && { url }), description }
}

const REFUSED_ADDRESS = /button URL '(.+)' is invalid/is

const FORMATTING: Meaning = { kind: 'formatting', code: 'formatting' }
const PREVIEW: Meaning = { kind: 'preview', code: 'preview' }
const BUTTONS: Meaning = { kind: 'buttons', code: 'buttons' }
const DEAD_TOKEN: Meaning = { kind: 'dead-token', code: 'token_invalid' }
const deadChat = (code: DeadChatCode): Meaning => ({ kind: 'dead-chat', code })
const deadTopic = (code: DeadTopicCode): Meaning => ({ kind: 'dead-topic', code })
const refused = (code: RefusedCode): Meaning => ({ kind: 'refused', code })

/** Telegram's texts in lower case; the first match counts. */
const TEXTS: readonly (readonly [text: string, meaning: Meaning])[] = [
  // First, because they quote addresses that may contain any of the others.
  ['inline keyboard', BUTTONS],
  ['reply markup', BUTTONS],
  ['reply_markup', BUTTONS],
  ['bad request: button_', BUTTONS],
  ["can't parse entities", FORMATTING],
  ["can't parse messageentity", FORMATTING],
  ['entity begin', FORMATTING],
  ['entity with incorrect', FORMATTING],
  ['entity url', FORMATTING],
  ['entity_', FORMATTING],
  ['entities_', FORMATTING],
  ['link preview', PREVIEW],
  ['webpage_', PREVIEW],
  ['web page content', PREVIEW],
  ['failed to get http url content', PREVIEW],
  ['http url specified', PREVIEW],
  ['chat not found', deadChat('chat_not_found')],
  ['chat_id is empty', deadChat('chat_not_found')],
  ['peer_id_invalid', deadChat('chat_not_found')],
  ["can't initiate conversation", deadChat('chat_not_started')],
  ['messages to the bot', deadChat('chat_is_bot')],
  ['messages to bots', deadChat('chat_is_bot')],
  ['chat was deleted', deadChat('chat_deleted')],
  ['chat was deactivated', deadChat('chat_deleted')],
  ['upgraded to a supergroup', deadChat('chat_upgraded')],
  ['blocked by the user', deadChat('bot_blocked')],
  ['user_is_blocked', deadChat('bot_blocked')],
  ['user is deactivated', deadChat('user_deactivated')],
  ['input_user_deactivated', deadChat('user_deactivated')],
  ['bot was kicked', deadChat('bot_kicked')],
  ['bot is not a member', deadChat('bot_not_member')],
  ['channel_private', deadChat('bot_not_member')],
  ['need administrator rights', deadChat('bot_not_admin')],
  ['chat_admin_required', deadChat('bot_not_admin')],
  ['not enough rights', deadChat('bot_without_rights')],
  ['have no rights', deadChat('bot_without_rights')],
  ['have no write access', deadChat('bot_without_rights')],
  ['chat_write_forbidden', deadChat('bot_without_rights')],
  ['chat_restricted', deadChat('bot_without_rights')],
  ['chat_send_', deadChat('bot_without_rights')],
  ['message thread not found', deadTopic('topic_not_found')],
  ['topic_deleted', deadTopic('topic_not_found')],
  ['topic_id_invalid', deadTopic('topic_not_found')],
  ['topic_closed', deadTopic('topic_closed')],
  ['is too long', refused('message_too_long')],
  ['message_too_long', refused('message_too_long')],
  ['text is empty', refused('message_empty')],
  ['must be non-empty', refused('message_empty')],
  ['message_empty', refused('message_empty')],
  ['webhook is active', refused('webhook_active')],
  ['terminated by', refused('other_reader')],
]

function meaningOf(status: number, text: string): Meaning {
  if (status === 401) return DEAD_TOKEN
  if (status === 404) return text.includes('method not found') ? refused('refused') : DEAD_TOKEN
  const known = TEXTS.find(([part]) => text.includes(part))?.[1]
  if (status === 403 && known?.kind !== 'dead-chat') return deadChat('chat_forbidden')
  return known ?? refused('refused')
}

/**
 * Seconds. No known limit of Telegram's looks back farther than an hour (slow mode of a group, new
 * tokens per address). Telegram asks for longer flood waits only when another program goes on sending;
 * a self-hosted Bot API server is known to ask for more each time.
 */
export const LONGEST_EXPECTED_FLOOD_WAIT = 3_600

/** @param seconds Telegram's `retry_after` */
export const floodWaitReason = (seconds: number): string =>
  seconds > LONGEST_EXPECTED_FLOOD_WAIT
    ? `Telegram pide una pausa de ${formatWait(seconds)}, más larga de lo que explican sus límites. Si usas un servidor propio de la Bot API, quita TELEGRAM_API_ROOT y reinicia Pregonero, porque con api.telegram.org las pausas vuelven a acortarse; si no, mira qué otro programa envía con este bot.`
    : `Telegram pide una pausa de ${formatWait(seconds)}. Espera y vuelve a intentarlo.`

/**
 * The reason in Spanish: the first sentence says what happened, the second what to do.
 * @param sent.topicId of the message that failed; null: the topic «General», or a chat without topics
 */
export function reasonFor(failure: Failure, sent: { topicId?: number | null } = {}): string {
  if (failure.kind === 'dead-topic' && sent.topicId === null) return GENERAL_REASONS[failure.code]
  if (failure.kind === 'flood') return floodWaitReason(failure.retryAfter)
  if (failure.kind === 'migrated')
    return `El grupo ahora es un supergrupo y su ID de chat pasó a ser ${failure.chatId}. Guarda el nuevo ID en la conexión.`
  if (failure.code === 'refused')
    return `Telegram rechazó la petición: «${failure.description}». Revisa la plantilla y la conexión.`
  return REASONS[failure.code]
}

const GENERAL_REASONS: Record<DeadTopicCode, string> = {
  topic_not_found:
    'Telegram no encuentra el tema «General». Comprueba en Telegram que el grupo lo tiene, o elige otro tema.',
  topic_closed:
    'El tema «General» está cerrado. Ábrelo en Telegram, haz administrador al bot o elige otro tema.',
}

const REASONS: Record<Exclude<FailureCode, 'flood' | 'chat_migrated' | 'refused'>, string> = {
  unreachable:
    'No se pudo conectar con Telegram. Comprueba que el servidor tiene salida a internet.',
  proxy_refused:
    'El proxy de salida no deja llegar a Telegram. Revisa su dirección, usuario y contraseña en HTTPS_PROXY, y que permita api.telegram.org.',
  bad_certificate:
    'El certificado no es de Telegram: algo en la red abre el cifrado, o el reloj del servidor va mal. Revisa el reloj y el proxy o antivirus; si tu red tiene una autoridad propia, pon su archivo en NODE_EXTRA_CA_CERTS.',
  timeout: 'Telegram no respondió a tiempo. Vuelve a intentarlo en unos minutos.',
  connection_lost:
    'La conexión con Telegram se cortó antes de la respuesta. Vuelve a intentarlo en unos minutos.',
  server_error: 'Telegram tiene un fallo propio. Vuelve a intentarlo en unos minutos.',
  not_bot_api: 'Llegó una respuesta que no es de Telegram. Revisa la red o el proxy del servidor.',
  simulated: 'El envío simulado falló. Vuelve a intentarlo.',
  formatting: 'Telegram no aceptó el formato del mensaje. Revisa el formato de la plantilla.',
  preview:
    'Telegram no pudo preparar la vista previa del enlace. Revisa el enlace de la plantilla.',
  buttons: 'Telegram no aceptó los botones del mensaje. Revisa los botones de la plantilla.',
  token_invalid: 'Telegram no reconoce este token. Cópialo otra vez desde @BotFather.',
  chat_not_found:
    'El chat no existe o el bot no lo ve. Revisa el ID de chat y añade el bot al chat; si es un chat privado, ábrelo y pulsa Iniciar.',
  chat_not_started:
    'Esta persona aún no ha iniciado el bot. Abre el chat con el bot en Telegram y pulsa Iniciar.',
  chat_is_bot:
    'El ID de chat es el de un bot, y un bot no puede escribir a otro. Pon el ID de una persona, un grupo o un canal.',
  chat_deleted: 'El grupo se eliminó. Elige otro chat para esta conexión.',
  chat_upgraded:
    'El grupo se convirtió en supergrupo y su ID de chat cambió. Busca el nuevo ID y guárdalo en la conexión.',
  chat_forbidden:
    'Telegram no deja que el bot escriba en este chat. Comprueba que el bot está en el chat y puede escribir, y pulsa Probar.',
  bot_blocked: 'El usuario bloqueó el bot. Desbloquéalo en Telegram y pulsa Probar.',
  bot_kicked: 'El bot ya no está en el chat. Añádelo otra vez como administrador y pulsa Probar.',
  bot_not_member: 'El bot no está en el chat. Añádelo como administrador y pulsa Probar.',
  bot_not_admin:
    'El bot no es administrador del canal. Hazlo administrador con permiso para publicar y pulsa Probar.',
  bot_without_rights:
    'El bot no tiene permiso para escribir en el chat. Dale permiso para enviar mensajes y pulsa Probar.',
  user_deactivated: 'La cuenta de este chat ya no existe. Elige otro chat para esta conexión.',
  topic_not_found: 'El tema no existe en el grupo. Quita el tema de la conexión o elige otro.',
  topic_closed: 'El tema está cerrado. Ábrelo en Telegram o haz administrador al bot.',
  message_too_long: 'El mensaje es demasiado largo para Telegram. Acorta la plantilla.',
  message_empty: 'El mensaje quedó vacío. Revisa la plantilla y los datos de la alerta.',
  webhook_active:
    'Otro programa recibe los mensajes de este bot por webhook. Escribe el ID de chat a mano o quita ese webhook.',
  other_reader:
    'Otro programa está leyendo los mensajes de este bot. Escribe el ID de chat a mano o detén ese programa.',
}
