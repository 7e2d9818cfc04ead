import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { clock } from '#server/base/clock.ts'
import { decodeBody } from '#server/ingest/decode-body.ts'
import { inflateBody, signatureOf } from '#server/ingest/inflate-body.ts'
import type { AlertReceiver } from '#server/ingest/receive-alert.ts'
import type { RefusalAggregator } from '#server/ingest/refusal-aggregator.ts'
import type { Refusal } from '#server/ingest/report-refusal.ts'
import type { NotTaken } from '#server/ingest/write-alerts.ts'
import type { Observer } from '#server/observe/observer.ts'
import { StoreAwayError, StoreFullError } from '#server/store/engine/store-errors.ts'
import { readBody } from '#shared/body/read-body.ts'
import { shortId } from '#shared/format.ts'
import { parameterNames, shownTarget, type WebhookAddress } from './copied-address.ts'
import { clientAddress } from './identify-client.ts'
import { requestIdOf } from './request-id.ts'
import {
  BUSY,
  CLOSE,
  CUT,
  EMPTY,
  ENCODED,
  failedToStore,
  MISCOPIED,
  NO_CONNECTION,
  NOT_POSTED,
  NOT_TAKEN,
  tooLarge,
  type WebhookAnswer,
} from './webhook-answers.ts'

const KEPT_OF_REFUSED = 2_048
/** Max bytes of a body to an address that is unknown or could not be looked up; TradingView sends no more. */
const READ_OF_ANYBODY = 8_192

export type Webhook = (
  address: WebhookAddress,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => void

/**
 * Answers requests to webhook addresses, straight from `node:http`: they come in floods, and the router
 * creates objects for each request that webhooks do not need.
 */
export function createWebhook({
  receiver,
  report,
  refusals,
  maxBytes,
  trustProxy,
  observer,
  log,
}: {
  receiver: AlertReceiver
  report: (refusal: Refusal) => Promise<void>
  /** Counts webhooks that are refused in floods. */
  refusals: Pick<RefusalAggregator, 'add'>
  maxBytes: number
  trustProxy: number
  observer: Pick<Observer, 'webhook'>
  log: Logger
}): Webhook {
  async function receive(request: Request): Promise<WebhookAnswer> {
    const { addressId, incoming } = request
    const admission = addressId === '' ? 'unknown' : await receiver.admit(addressId)
    if (admission === 'unknown') return unknown(request)
    if (admission !== 'open' && admission !== 'unclear') return notTaken(admission, request)
    const { bytes, ending } = await readAtMost(incoming, maxBytes)
    request.bytes = bytes.length
    if (ending === 'cut') {
      await tell({ addressId, code: 'cut', body: bytes })
      return CUT
    }
    if (ending === 'too-large') {
      await tell({ addressId, code: 'too-large', body: bytes })
      return tooLarge(maxBytes)
    }
    if (admission === 'unclear' && bytes.length > READ_OF_ANYBODY) return BUSY
    const encoding = incoming.headers['content-encoding']
    const inflated = await inflateBody(bytes, encoding, maxBytes)
    if (typeof inflated !== 'string') return store(request, inflated)
    await tell({ addressId, code: inflated, encoding: encoding ?? signatureOf(bytes) })
    return inflated === 'encoded' ? ENCODED : tooLarge(maxBytes)
  }

  async function store(request: Request, bytes: Uint8Array): Promise<WebhookAnswer> {
    const { addressId, from } = request
    try {
      const body = readBody(decodeBody(bytes))
      if (!body) {
        const query = parameterNames(request.incoming.url ?? '')
        await tell({ addressId, code: 'empty', body: bytes, query })
        return EMPTY
      }
      const taken = await receiver.receive(addressId, body, from)
      if (taken === 'unknown') return unknown(request, bytes)
      if (typeof taken === 'string') return notTaken(taken, request)
      const result = taken.isActive ? 'stored' : 'stored-inactive'
      return { result, status: 202, body: { alertId: taken.alertId }, taken }
    } catch (error) {
      const answer = failedToStore(error)
      if (answer.result === 'error')
        log.error({ err: error, requestId: request.id }, 'an alert could not be stored')
      // A database that is away or full would not accept the report either.
      if (!(error instanceof StoreAwayError || error instanceof StoreFullError))
        void tell({ addressId, code: 'not-stored', body: bytes })
      return answer
    }
  }

  /** Refuses the webhook, and reports it to the owner of an id that the address contains. */
  async function unknown(request: Request, read?: Uint8Array): Promise<WebhookAnswer> {
    const { address, incoming } = request
    const addressId = await receiver.firstKnown(address.within)
    if (addressId === undefined) return NO_CONNECTION
    const body = read ?? (await readAtMost(incoming, READ_OF_ANYBODY)).bytes
    request.bytes = body.length
    await tell({ addressId, code: 'miscopied', body, address: shownTarget(incoming.url ?? '') })
    return MISCOPIED
  }

  function notTaken(code: NotTaken, { addressId, from }: Request): WebhookAnswer {
    refusals.add({ addressId, code, from })
    return NOT_TAKEN[code]
  }

  /** @param refusal.body left out if it is compressed and could not be inflated within the limit */
  async function tell({ body, ...refusal }: Refusal): Promise<void> {
    // A copy, so that a report that waits does not keep the rest of the body in memory.
    const kept = body && { body: new Uint8Array(body.subarray(0, KEPT_OF_REFUSED)) }
    try {
      await report({ ...refusal, ...kept })
    } catch (error) {
      log.error({ err: error }, 'a refusal could not be written down')
    }
  }

  return async (address, incoming, outgoing) => {
    const begun = clock.monotonic()
    const from = senderOf(incoming, trustProxy)
    const addressId = address.id ?? ''
    const request = { id: requestIdOf(outgoing), address, addressId, incoming, from, bytes: 0 }
    const answer = incoming.method === 'POST' ? await receive(request) : NOT_POSTED
    const isGone = outgoing.destroyed
    send(outgoing, answer, leavesMuch(incoming, maxBytes) ? CLOSE : {})
    observer.webhook({
      requestId: request.id,
      result: answer.result,
      status: answer.status,
      ms: Math.round((clock.monotonic() - begun) * 10) / 10,
      bytes: request.bytes,
      address: shortId(addressId) || shownTarget(incoming.url ?? ''),
      from,
      isGone,
      ...(answer.reason && { reason: answer.reason }),
      ...(answer.taken && {
        alertId: answer.taken.alertId,
        userId: answer.taken.userId,
        connection: shortId(answer.taken.connectionId),
      }),
    })
  }
}

/**
 * `addressId`: the id in the address, empty without one; `bytes`: length of the body, as far as it was read;
 * `from`: the sender's address.
 */
type Request = {
  id: string
  address: WebhookAddress
  addressId: string
  incoming: IncomingMessage
  from: string
  bytes: number
}

function senderOf({ socket, headers }: IncomingMessage, trustProxy: number): string {
  const forwardedFor = headers['x-forwarded-for']?.toString()
  return clientAddress(socket.remoteAddress ?? '', forwardedFor, trustProxy)
}

/** True if the unread rest of the body is large or unbounded: the connection is closed. */
const leavesMuch = ({ complete, headers }: IncomingMessage, maxBytes: number): boolean =>
  !complete && ('transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > maxBytes)

type Ending = 'whole' | 'too-large' | 'cut'

/** Reads a body up to the limit. Uses event listeners directly, which costs least. */
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
    // The stream emits `error` only if the sender's socket breaks.
    .on('error', () => end('cut'))
    .on('close', () => end('cut'))
  return promise
}

function send(
  outgoing: ServerResponse,
  { status, body, headers }: WebhookAnswer,
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
