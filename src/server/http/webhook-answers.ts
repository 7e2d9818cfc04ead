import type { OutgoingHttpHeaders } from 'node:http'
import type { TakenAlert } from '#server/ingest/receive-alert.ts'
import type { NotTaken } from '#server/ingest/write-alerts.ts'
import type { WebhookResult } from '#server/observe/observer.ts'
import {
  StoreAwayError,
  StoreBusyError,
  StoreFullError,
  WriteInDoubtError,
} from '#server/store/engine/store-errors.ts'
import { truncate } from '#shared/format.ts'
import { errorBody } from './error-answer.ts'

/** TradingView sends again five seconds after an answer with status 5xx, and only then. */
const RETRY_AFTER_SECONDS = '5'
const KEPT_OF_REASON = 200

/** The answer to a webhook, and details for the observer. */
export type WebhookAnswer = {
  result: WebhookResult
  status: number
  body: object
  headers?: OutgoingHttpHeaders
  taken?: TakenAlert
  reason?: string
}

/** Closes the request's connection after its answer. */
export const CLOSE = { Connection: 'close' }

export const NO_CONNECTION = refused('unknown-address', 404, 'NOT_FOUND', 'No existe esa conexión.')
export const MISCOPIED = refused(
  'miscopied',
  404,
  'NOT_FOUND',
  'La dirección está mal copiada: tiene que acabar en el ID de la conexión, sin nada detrás.',
)
export const CUT = refused('cut', 400, 'BODY_CUT', 'El mensaje llegó cortado.')
export const EMPTY = refused('empty', 400, 'BODY_EMPTY', 'El mensaje está vacío.')
export const ENCODED = refused(
  'encoded',
  415,
  'BODY_ENCODED',
  'El mensaje llegó comprimido y no se puede leer. Envíalo sin comprimir.',
)
export const BUSY = notStored('busy')

export const NOT_POSTED: WebhookAnswer = {
  ...refused(
    'not-posted',
    405,
    'METHOD_NOT_ALLOWED',
    'Esta dirección recibe por POST las alertas de TradingView: pégala en «URL del webhook» de la alerta.',
  ),
  headers: { Allow: 'POST' },
}

export const NOT_TAKEN: Readonly<Record<NotTaken, WebhookAnswer>> = {
  'over-rate': later(
    'over-rate',
    'OVER_RATE',
    'Llegan demasiados webhooks a esta conexión. Envíalo más tarde.',
  ),
  'queue-full': later(
    'queue-full',
    'QUEUE_FULL',
    'Esperan demasiadas alertas de esta cuenta. Envíala más tarde.',
  ),
  'not-tradingview': refused(
    'not-tradingview',
    403,
    'NOT_TRADINGVIEW',
    'Esta cuenta solo admite webhooks de TradingView, como dice su configuración.',
  ),
}

export const tooLarge = (maxBytes: number): WebhookAnswer => ({
  ...refused('too-large', 413, 'BODY_TOO_LARGE', `El mensaje supera los ${maxBytes} bytes.`),
  // The rest of the body is not read, and would precede the next request on this connection.
  headers: CLOSE,
})

/** @param error that kept the alert from being stored */
export const failedToStore = (error: unknown): WebhookAnswer => ({
  ...notStored(resultOf(error)),
  reason: reasonOf(error),
})

function resultOf(error: unknown): WebhookResult {
  if (error instanceof StoreFullError) return 'disk-full'
  if (error instanceof StoreAwayError) return 'database-away'
  if (error instanceof WriteInDoubtError) return 'in-doubt'
  return error instanceof StoreBusyError ? 'busy' : 'error'
}

/** Message of the database itself, if there is one. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message } = error.cause instanceof Error ? error.cause : error
  return truncate(message, KEPT_OF_REASON)
}

function notStored(result: WebhookResult): WebhookAnswer {
  return later(result, 'NOT_STORED', 'La alerta no se pudo guardar. Envíala otra vez.')
}

/** An answer after which TradingView sends again. */
function later(result: WebhookResult, code: string, message: string): WebhookAnswer {
  return {
    ...refused(result, 503, code, message),
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  }
}

function refused(
  result: WebhookResult,
  status: number,
  code: string,
  message: string,
): WebhookAnswer {
  return { result, status, body: errorBody(status, code, message) }
}
