// @module-tag server
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import type { AlertReceiver } from '#server/ingest/receive-alert.ts'
import type { Refusal } from '#server/ingest/report-refusal.ts'
import type { WebhookRecord } from '#server/observe/observer.ts'
import {
  StoreAwayError,
  StoreBusyError,
  StoreFullError,
  WriteInDoubtError,
} from '#server/store/engine/store-errors.ts'
import { readWebhookAddress } from './copied-address.ts'
import { type Listening, listen } from './listen.ts'
import { giveRequestId } from './request-id.ts'
import { createWebhook } from './webhook.ts'

const MAX_BYTES = 65_536

const admissions: Record<string, Awaited<ReturnType<AlertReceiver['admit']>>> = {
  known: 'open',
  unclear: 'unclear',
  fast: 'over-rate',
  full: 'queue-full',
  stranger: 'not-tradingview',
  inactive: 'open',
  away: 'open',
  no_room: 'open',
  in_doubt: 'open',
  busy: 'open',
  broken: 'open',
}
const errors: Record<string, Error> = {
  away: new StoreAwayError('away'),
  no_room: new StoreFullError('full'),
  in_doubt: new WriteInDoubtError('who knows'),
  busy: new StoreBusyError('late'),
  broken: new Error('a fault of ours'),
}
/** Address id and payload length of each webhook that was received. */
const received: [string, number][] = []
const refused: Refusal[] = []
const reported: Refusal[] = []
const records: WebhookRecord[] = []
const webhook = createWebhook({
  receiver: {
    admit: async addressId => admissions[addressId] ?? 'unknown',
    firstKnown: async ids => ids.find(id => id in admissions),
    receive: async (addressId, { payloadText }) => {
      received.push([addressId, payloadText.length])
      if (errors[addressId]) throw errors[addressId]
      if (addressId === 'unclear') return 'unknown'
      return {
        alertId: `alert ${received.length}`,
        userId: 'ana',
        connectionId: 'a connection of hers',
        isActive: addressId !== 'inactive',
      }
    },
  },
  report: async refusal => void reported.push(refusal),
  refusals: { add: refusal => void refused.push(refusal) },
  maxBytes: MAX_BYTES,
  trustProxy: 0,
  observer: { webhook: record => void records.push(record) },
  log: createLog({ level: 'silent' }),
})
let server: Listening

beforeAll(async () => {
  server = await listen(
    (incoming, outgoing) => {
      giveRequestId(outgoing)
      const nowhere = { id: null, within: [] }
      webhook(readWebhookAddress(incoming.url ?? '') ?? nowhere, incoming, outgoing)
    },
    { host: '127.0.0.1', port: 0 },
  )
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  received.length = 0
  refused.length = 0
  reported.length = 0
  records.length = 0
})

it('receives no body for unknown addresses, only short ones for unclear addresses', async () => {
  const post = (addressId: string, length: number) =>
    fetch(`http://127.0.0.1:${server.port}/webhooks/${addressId}`, {
      method: 'POST',
      body: JSON.stringify({ a: 'x'.repeat(length - '{"a":""}'.length) }),
    })
  for (const [id, length, status] of [
    ['unknown', MAX_BYTES, 404],
    ['unknown', 4_096, 404],
    ['unclear', MAX_BYTES, 503],
    ['unclear', 4_096, 404],
    ['known', MAX_BYTES, 202],
  ] as const)
    expect((await post(id, length)).status).toBe(status)
  expect(received).toEqual([
    ['unclear', 4_096],
    ['known', MAX_BYTES],
  ])
})

it('answers 404 to a miscopied address, and reports it to the connection within it', async () => {
  const post = (path: string, length: number) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { method: 'POST', body: 'x'.repeat(length) })
  expect((await post('/webhooks/known/panel', 20)).status).toBe(404)
  expect((await post('/webhooks/known/panel', MAX_BYTES)).status).toBe(404)
  expect((await post('/webhooks/nobody/panel', 20)).status).toBe(404)
  expect(received).toEqual([])
  expect(reported).toMatchObject([
    { addressId: 'known', code: 'miscopied', address: '/webhooks/known/panel' },
    { addressId: 'known', code: 'miscopied' },
  ])
  expect(reported[0]?.body).toHaveLength(20)
  expect(records.map(({ result }) => result)).toEqual(['miscopied', 'miscopied', 'unknown-address'])
})

it('answers with Content-Length, and keeps the connection alive', async () => {
  const answers = await speak([
    'POST /webhooks/known HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\n{"a":1}',
    'GET /webhooks/known HTTP/1.1\r\nHost: a\r\n\r\n',
    'HEAD /webhooks/known HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  ])
  expect(answers).toEqual([
    expect.stringMatching(
      /^202 Accepted\r\nX-Request-Id: [0-9a-f]{16}\r\nContent-Type: application\/json\r\nContent-Length: 21\r\n.*\r\nConnection: keep-alive\r\nKeep-Alive: timeout=130\r\n\r\n{"alertId":"alert 1"}$/s,
    ),
    expect.stringMatching(/^405 .*\r\nAllow: POST\r\n.*"code":"METHOD_NOT_ALLOWED"/s),
    expect.stringMatching(/^405 .*\r\nAllow: POST\r\n.*\r\n\r\n$/s),
  ])
})

it('answers pipelined requests in their order', async () => {
  const post = (id: string, more = '') =>
    `POST /webhooks/${id} HTTP/1.1\r\nHost: a\r\n${more}Content-Length: 7\r\n\r\n{"a":1}`
  const answers = await speak([
    post('known') + post('unknown') + post('known', 'Connection: close\r\n'),
  ])
  expect(answers.map(answer => answer.slice(0, 3))).toEqual(['202', '404', '202'])
})

it('answers 413 to a body that inflates over the limit, and 415 to a broken one', async () => {
  const post = (body: Uint8Array<ArrayBuffer>, encoding?: string) =>
    fetch(`http://127.0.0.1:${server.port}/webhooks/known`, {
      method: 'POST',
      headers: encoding === undefined ? {} : { 'content-encoding': encoding },
      body,
    })
  const gzipped = (text: string) => new Uint8Array(gzipSync(text))
  expect((await post(gzipped('{"a":1}'), 'gzip')).status).toBe(202)
  expect((await post(gzipped('x'.repeat(MAX_BYTES + 1)), 'gzip')).status).toBe(413)
  expect((await post(gzipped('{"a":1}').subarray(0, 12), 'br')).status).toBe(415)
  expect((await post(new Uint8Array(zstdCompressSync('{"a":1}').subarray(0, 12)))).status).toBe(415)
  expect(received).toEqual([['known', 7]])
  expect(reported).toMatchObject([
    { addressId: 'known', code: 'too-large' },
    { addressId: 'known', code: 'encoded', encoding: 'br' },
    { addressId: 'known', code: 'encoded', encoding: 'zstd' },
  ])
})

it('answers Expect: 100-continue, and takes a body byte by byte', async () => {
  const head =
    'POST /webhooks/known HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\n'
  const bytes = [...'8\r\n{"a": 1}\r\n0\r\n\r\n']
  const answers = await speak([`${head}Transfer-Encoding: chunked\r\n\r\n`, ...bytes])
  expect(answers.map(answer => answer.slice(0, 3))).toEqual(['100', '202'])
  expect(received).toEqual([['known', 8]])
})

it('closes the connection of a body over the limit, without its rest', async () => {
  const head = 'POST /webhooks/known HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n'
  const [answer] = await speak([head + 'x'.repeat(MAX_BYTES + 1)])
  expect(answer).toMatch(/^413 .*\r\nConnection: close\r\n/s)
  expect(received).toEqual([])
})

it.each(['fast', 'full'])('refuses «%s» without its body, and sends Retry-After', async id => {
  const post = (more: string) => `POST /webhooks/${id} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
  const answers = await speak([
    post('Content-Length: 4\r\n'),
    'null',
    post('Transfer-Encoding: chunked\r\n'),
    'ffffffff\r\nthe first of many bytes',
  ])
  // A short rest is read, to reach the next request; a rest without a known end closes the connection.
  expect(answers).toEqual([
    expect.stringMatching(/^503 .*\r\nRetry-After: 5\r\n.*\r\nConnection: keep-alive\r\n/s),
    expect.stringMatching(/^503 .*\r\nRetry-After: 5\r\nConnection: close\r\n/s),
  ])
  const code = admissions[id]
  expect(refused).toEqual(Array(2).fill({ addressId: id, code, from: '127.0.0.1' }))
  expect(received).toEqual([])
})

it.each<[id: string, body: string, status: number, result: WebhookRecord['result']]>([
  ['known', '{"a":1}', 202, 'stored'],
  ['inactive', '{"a":1}', 202, 'stored-inactive'],
  ['a_secret_that_leads_nowhere', '{"a":1}', 404, 'unknown-address'],
  ['known', '', 400, 'empty'],
  ['known', 'x'.repeat(MAX_BYTES + 1), 413, 'too-large'],
  ['unclear', 'x'.repeat(10_000), 503, 'busy'],
  ['unclear', '{"a":1}', 404, 'unknown-address'],
  ['fast', '{"a":1}', 503, 'over-rate'],
  ['full', '{"a":1}', 503, 'queue-full'],
  ['stranger', '{"a":1}', 403, 'not-tradingview'],
  ['away', '{"a":1}', 503, 'database-away'],
  ['no_room', '{"a":1}', 503, 'disk-full'],
  ['in_doubt', '{"a":1}', 503, 'in-doubt'],
  ['busy', '{"a":1}', 503, 'busy'],
  ['broken', '{"a":1}', 503, 'error'],
])('records a webhook to «%s» once', async (id, body, status, result) => {
  const path = `/webhooks/${encodeURIComponent(id)}`
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method: 'POST', body })
  expect(answer.status).toBe(status)
  expect(records).toEqual([
    {
      requestId: answer.headers.get('x-request-id'),
      result,
      status,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      address: id.length > 8 ? `${id.slice(0, 8)}…` : id,
      from: '127.0.0.1',
      isGone: false,
      ...(errors[id] && { reason: errors[id].message }),
      ...(status === 202 && { alertId: 'alert 1', userId: 'ana', connection: 'a connec…' }),
    },
  ])
})

it('records an aborted webhook once, and a GET once', async () => {
  const socket = connect({ port: server.port, host: '127.0.0.1' })
  socket.write('POST /webhooks/known HTTP/1.1\r\nHost: a\r\nContent-Length: 70\r\n\r\n{"a":1}')
  await once(socket, 'connect')
  await new Promise(setImmediate)
  socket.destroy()
  await expect.poll(() => records).toMatchObject([{ result: 'cut', status: 400, isGone: true }])
  expect(reported).toEqual([
    { addressId: 'known', code: 'cut', body: new Uint8Array(Buffer.from('{"a":1}')) },
  ])
  await fetch(`http://127.0.0.1:${server.port}/webhooks/known`)
  expect(records.slice(1)).toMatchObject([{ result: 'not-posted', status: 405, bytes: 0 }])
})

/**
 * Writes bytes to a connection of its own, each once the earlier ones are on their way.
 * @returns the answers without their protocol, once the server has closed the connection
 */
async function speak(writes: readonly string[]): Promise<string[]> {
  const socket = connect({ port: server.port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const answers = text(socket)
  for (const write of writes) {
    socket.write(write)
    await new Promise(setImmediate)
  }
  return (await answers).split('HTTP/1.1 ').slice(1)
}
