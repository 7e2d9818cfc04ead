import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { decodeBody } from '#server/ingest/decode-body.ts'
import type { AlertReceiver, NotTaken } from '#server/ingest/receive-alert.ts'
import type { RefusalTally } from '#server/ingest/refusal-tally.ts'
import type { Refusal } from '#server/ingest/report-refusal.ts'
import { StoreAwayError, StoreFullError } from '#server/store/engine/store-errors.ts'
import { readBody } from '#shared/body/read-body.ts'
import { shortId } from '#shared/format.ts'
import { errorBody } from './error-answer.ts'
import { clientAddress } from './identify-client.ts'

/** TradingView sends again five seconds after an answer of the 500s, and only then. */
const RETRY_AFTER_SECONDS = '5'
const KEPT_OF_REFUSED = 2_048
/** TradingView sends no more: as much is read while it is not clear whether there is such a connection. */
const READ_OF_ANYBODY = 8_192

const ADDRESS = /^(?:https?:\/\/[^/?#]*)?\/webhooks\/([^/?#]+)(?:[?#]|$)/

/**
 * @param target of a request
 * @returns the id in a webhook's address; undefined for any other address
 */
export function webhookAddressId(target: string): string | undefined {
  const [, id] = ADDRESS.exec(target) ?? []
  return id?.includes('%') ? decoded(id) : id
}

/** A text that is not encoded as addresses are stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type Answer = { status: number; body: object; headers?: OutgoingHttpHeaders }

export type Webhook = (
  addressId: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => void

/**
 * Answers what is sent to a webhook's address, straight from `node:http`: webhooks come in floods, and
 * the router makes objects for each request that none of them needs.
 */
export function createWebhook({
  receiver,
  report,
  tally,
  maxBytes,
  trustProxy,
  log,
}: {
  receiver: AlertReceiver
  report: (refusal: Refusal) => Promise<void>
  /** Of what is refused in floods. */
  tally: Pick<RefusalTally, 'add'>
  maxBytes: number
  trustProxy: number
  log: Logger
}): Webhook {
  async function receive(addressId: string, incoming: IncomingMessage): Promise<Answer> {
    const admission = await receiver.admit(addressId)
    if (admission === 'unknown') return NO_CONNECTION
    if (admission !== 'open' && admission !== 'unclear')
      return notTaken(admission, addressId, incoming)
    const { bytes, ending } = await readAtMost(incoming, maxBytes)
    if (ending === 'cut') return refused(400, 'BODY_CUT', 'El mensaje llegó cortado.')
    if (ending === 'too-large') {
      await tell({ addressId, code: 'too-large', body: bytes })
      return {
        ...refused(413, 'BODY_TOO_LARGE', `El mensaje supera los ${maxBytes} bytes.`),
        // The rest is not read, and would stand before the next request on this connection.
        headers: CLOSE,
      }
    }
    if (admission === 'unclear' && bytes.length > READ_OF_ANYBODY) return NOT_STORED
    try {
      const body = readBody(decodeBody(bytes))
      if (!body) {
        await tell({ addressId, code: 'empty', body: bytes })
        return refused(400, 'BODY_EMPTY', 'El mensaje está vacío.')
      }
      const received = await receiver.receive(addressId, body, senderOf(incoming))
      if (received === 'unknown') return NO_CONNECTION
      if (typeof received === 'string') return notTaken(received, addressId, incoming)
      return { status: 202, body: received }
    } catch (error) {
      log.error({ err: error, address: shortId(addressId) }, 'an alert could not be stored')
      // A database that is away or full would not take that either.
      if (!(error instanceof StoreAwayError || error instanceof StoreFullError))
        void tell({ addressId, code: 'not-stored', body: bytes })
      return NOT_STORED
    }
  }

  function notTaken(code: NotTaken, addressId: string, incoming: IncomingMessage): Answer {
    tally.add({ addressId, code, from: senderOf(incoming) })
    return NOT_TAKEN[code]
  }

  function senderOf({ socket, headers }: IncomingMessage): string {
    const forwardedFor = headers['x-forwarded-for']?.toString()
    return clientAddress(socket.remoteAddress ?? '', forwardedFor, trustProxy)
  }

  async function tell(refusal: Refusal & { body: Uint8Array }): Promise<void> {
    // A copy, since the report may wait and the rest of the body need not.
    const body = new Uint8Array(refusal.body.subarray(0, KEPT_OF_REFUSED))
    try {
      await report({ ...refusal, body })
    } catch (error) {
      log.error({ err: error }, 'a refusal could not be written down')
    }
  }

  return async (addressId, incoming, outgoing) => {
    const isPost = incoming.method === 'POST'
    const answer = isPost ? await receive(addressId, incoming) : NOT_POSTED
    send(outgoing, answer, leavesMuch(incoming, maxBytes) ? CLOSE : {})
  }
}

const refused = (status: number, code: string, message: string): Answer => ({
  status,
  body: errorBody(status, code, message),
})

const NO_CONNECTION = refused(404, 'NOT_FOUND', 'No existe esa conexión.')

/** TradingView sends again after these. */
const later = (code: string, message: string): Answer => ({
  ...refused(503, code, message),
  headers: { 'Retry-After': RETRY_AFTER_SECONDS },
})

const NOT_STORED = later('NOT_STORED', 'La alerta no se pudo guardar. Envíala otra vez.')

const NOT_TAKEN: Readonly<Record<NotTaken, Answer>> = {
  'over-rate': later('OVER_RATE', 'Llegan demasiados webhooks a esta conexión. Envíalo más tarde.'),
  'queue-full': later(
    'QUEUE_FULL',
    'Esperan demasiadas alertas de esta cuenta. Envíala más tarde.',
  ),
  'not-tradingview': refused(
    403,
    'NOT_TRADINGVIEW',
    'Esta cuenta solo admite webhooks de TradingView, como dice su configuración.',
  ),
}

const NOT_POSTED = {
  ...refused(
    405,
    'METHOD_NOT_ALLOWED',
    'Esta dirección recibe por POST las alertas de TradingView: pégala en «URL del webhook» de la alerta.',
  ),
  headers: { Allow: 'POST' },
}

const CLOSE = { Connection: 'close' }

/** A body that was not read and need not end soon. */
const leavesMuch = ({ complete, headers }: IncomingMessage, maxBytes: number): boolean =>
  !complete && ('transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > maxBytes)

type Ending = 'whole' | 'too-large' | 'cut'

/** A body that is too large is read no further. Listened to by hand, which costs least. */
function readAtMost(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; ending: Ending }> {
  const { promise, resolve } = Promise.withResolvers<{ bytes: Uint8Array; ending: Ending }>()
  const chunks: Uint8Array[] = []
  let length = 0
  const end = (ending: Ending) => resolve({ bytes: Buffer.concat(chunks), ending })
  if (incoming.destroyed) end('cut')
  incoming
    .on('data', (chunk: Uint8Array) => {
      chunks.push(chunk)
      length += chunk.length
      if (length <= maxBytes) return
      incoming.pause()
      end('too-large')
    })
    .on('end', () => end('whole'))
    // Reading fails only when the connection does.
    .on('error', () => end('cut'))
    .on('close', () => end('cut'))
  return promise
}

function send(
  outgoing: ServerResponse,
  { status, body, headers }: Answer,
  more: OutgoingHttpHeaders,
): void {
  const text = JSON.stringify(body)
  outgoing
    .writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      ...headers,
      ...more,
    })
    .end(text)
}
