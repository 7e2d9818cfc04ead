import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Logger } from 'pino'
import { decodeBody } from '#server/ingest/decode-body.ts'
import type { AlertReceiver } from '#server/ingest/receive-alert.ts'
import type { Refusal } from '#server/ingest/report-refusal.ts'
import { StoreAwayError, StoreFullError } from '#server/store/engine/store-errors.ts'
import { readBody } from '#shared/body/read-body.ts'
import { shortId } from '#shared/format.ts'
import { errorAnswer } from './error-answer.ts'

/** TradingView sends again five seconds after an answer of the 500s, and only then. */
const RETRY_AFTER_SECONDS = '5'
const KEPT_OF_REFUSED = 2_048
/** TradingView sends no more; a sender of more has to know a connection before it is read. */
const READ_OF_ANYBODY = 8_192

type Env = { Bindings: HttpBindings }

export function webhookRoutes({
  receiver,
  report,
  maxBytes,
  log,
}: {
  receiver: AlertReceiver
  report: (refusal: Refusal) => Promise<void>
  maxBytes: number
  log: Logger
}): Hono<Env> {
  const routes = new Hono<Env>()

  routes.post('/webhooks/:connectionId', async c => {
    const connectionId = c.req.param('connectionId')
    const { bytes, ending } = await readAtMost(c.env.incoming, maxBytes)
    if (ending === 'cut') return errorAnswer(c, 400, 'BODY_CUT', 'El mensaje llegó cortado.')
    if (ending === 'too-large') {
      // The rest is not read, and would stand before the next request on this connection.
      c.header('Connection', 'close')
      await tell({ connectionId, code: 'too-large', body: bytes })
      return errorAnswer(c, 413, 'BODY_TOO_LARGE', `El mensaje supera los ${maxBytes} bytes.`)
    }
    try {
      if (bytes.length > READ_OF_ANYBODY && !(await receiver.knows(connectionId)))
        return noConnection(c)
      const body = readBody(decodeBody(bytes))
      if (!body) {
        await tell({ connectionId, code: 'empty', body: bytes })
        return errorAnswer(c, 400, 'BODY_EMPTY', 'El mensaje está vacío.')
      }
      const alertId = await receiver.receive(connectionId, body)
      if (alertId === null) return noConnection(c)
      return c.json({ alertId }, 202)
    } catch (error) {
      log.error({ err: error, connection: shortId(connectionId) }, 'an alert could not be stored')
      // A database that is away or full would not take that either.
      if (!(error instanceof StoreAwayError || error instanceof StoreFullError))
        void tell({ connectionId, code: 'not-stored', body: bytes })
      c.header('Retry-After', RETRY_AFTER_SECONDS)
      return errorAnswer(c, 503, 'NOT_STORED', 'La alerta no se pudo guardar. Envíala otra vez.')
    }
  })

  routes.all('/webhooks/:connectionId', c => {
    c.header('Allow', 'POST')
    return errorAnswer(
      c,
      405,
      'METHOD_NOT_ALLOWED',
      'Esta dirección recibe por POST las alertas de TradingView: pégala en «URL del webhook» de la alerta.',
    )
  })

  async function tell(refusal: Refusal): Promise<void> {
    try {
      await report({ ...refusal, body: refusal.body.subarray(0, KEPT_OF_REFUSED) })
    } catch (error) {
      log.error({ err: error }, 'a refusal could not be written down')
    }
  }

  return routes
}

const noConnection = (c: Context): Response =>
  errorAnswer(c, 404, 'NOT_FOUND', 'No existe esa conexión.')

type Ending = 'whole' | 'too-large' | 'cut'

/**
 * A body that is too large is read no further. Listened to by hand: iterating over the stream would
 * cost an eighth of all that a webhook costs.
 */
function readAtMost(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; ending: Ending }> {
  const { promise, resolve } = Promise.withResolvers<{ bytes: Uint8Array; ending: Ending }>()
  const chunks: Uint8Array[] = []
  let length = 0
  const end = (ending: Ending) => resolve({ bytes: Buffer.concat(chunks), ending })
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
