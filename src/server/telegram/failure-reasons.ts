/** Why a send failed and what to do, in Spanish: the words of each failure on every screen. */
import { formatWait } from '#shared/format.ts'
import type { DeadTopicCode, Failure, FailureCode } from './failures.ts'

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
