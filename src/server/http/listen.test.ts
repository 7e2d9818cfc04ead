// @module-tag server
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { listen } from './listen.ts'

const NEVER = 600_000
const BOUNDS = {
  open: 20,
  waiting: 8,
  headers: NEVER,
  request: NEVER,
  silence: NEVER,
  look: 20,
}
const BEGUN = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1'
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const LAST = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

let open = new AsyncDisposableStack()
afterEach(async () => {
  await open.disposeAsync()
  open = new AsyncDisposableStack()
})

/** @returns a function that opens a connection and writes to it */
async function serve(router: RequestListener, bounds: Partial<typeof BOUNDS> = {}) {
  const place = { host: '127.0.0.1', port: 0 }
  const { port } = open.use(await listen(router, place, { ...BOUNDS, ...bounds }))
  return async (written = ''): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.on('error', () => {})
    open.defer(() => void socket.destroy())
    await once(socket, 'connect')
    socket.write(written)
    return socket
  }
}

/** Resolves when the socket is closed, for whatever reason. */
const closed = (socket: Socket) => new Promise<void>(done => socket.once('close', () => done()))

const ok: RequestListener = (_, outgoing) => outgoing.end('ok')

it('answers requests, however many connections a stranger leaves open', async () => {
  const speak = await serve(ok)
  const kept = await speak(GET)
  await once(kept, 'data')
  const idle: Socket[] = []
  for (let nth = 0; nth < 3 * BOUNDS.open; nth += 1) {
    const socket = await speak(nth % 2 === 0 ? '' : BEGUN)
    idle.push(socket.resume())
    if (nth % 10 !== 0) continue
    kept.write(GET)
    await once(kept, 'data')
  }
  expect(await text(await speak(LAST))).toContain('200 OK')
  await expect.poll(() => idle.filter(({ closed }) => !closed).length).toBeLessThan(BOUNDS.open)
  expect(kept.destroyed).toBe(false)
})

it('keeps a connection that awaits its answer while others are idle', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const speak = await serve(async (_, outgoing) => {
    await answered
    outgoing.end('late')
  })
  const waiting = text(await speak(LAST))
  for (let nth = 0; nth < 2 * BOUNDS.open; nth += 1) await speak()
  answer()
  expect(await waiting).toContain('late')
})

it('makes room for a new connection when all others await an answer', async () => {
  const speak = await serve(({ url }, outgoing) => {
    if (url === '/now') outgoing.end('now')
  })
  for (let nth = 0; nth < BOUNDS.open; nth += 1) await speak(GET)
  expect(await text(await speak(LAST.replace('/', '/now')))).toContain('now')
})

it('answers pipelined requests one after the other, in order', async () => {
  let [answering, most, asked] = [0, 0, 0]
  const speak = await serve(async (_, outgoing) => {
    answering += 1
    most = Math.max(most, answering)
    asked += 1
    const answer = `answer ${asked}`
    await new Promise(setImmediate)
    answering -= 1
    outgoing.end(answer)
  })
  const said = await text(await speak(GET.repeat(6) + LAST))
  expect(said.match(/answer \d/g)?.join()).toMatch(/^answer 1,.*,answer 7$/)
  expect(most).toBe(1)
})

it('answers other connections between the pipelined requests of one', async () => {
  const asked: string[] = []
  const speak = await serve(({ url = '' }, outgoing) => {
    asked.push(url)
    outgoing.end('ok')
  })
  const [greedy, modest] = [await speak(), await speak()]
  greedy.write(GET.repeat(BOUNDS.waiting))
  modest.write(LAST.replace('/', '/modest'))
  await text(modest)
  greedy.write(LAST)
  await text(greedy)
  expect(asked).toHaveLength(BOUNDS.waiting + 2)
  expect(asked.indexOf('/modest')).toBeLessThan(BOUNDS.waiting / 2)
})

it('closes a connection with too many pipelined requests', async () => {
  let asked = 0
  const speak = await serve(() => {
    asked += 1
  })
  await closed(await speak(GET.repeat(1_000)))
  expect(asked).toBe(1)
})

it.each([
  ['does not end its head', { headers: 50 }, 'GET / HTTP/1.1\r\nHost: '],
  ['does not say anything', { headers: 50 }, ''],
  [
    'does not end its body',
    { headers: 50, request: 60 },
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1',
  ],
])('closes a connection that %s in time, even if bytes drip in', async (_, bounds, start) => {
  const speak = await serve(() => {}, bounds)
  const socket = await speak(start)
  const drip = setInterval(() => socket.write(start && 'a'), 10)
  open.defer(() => clearInterval(drip))
  socket.resume()
  await closed(socket)
})

it('closes a connection whose reader has stopped', async () => {
  const { promise: isClosed, resolve } = Promise.withResolvers<void>()
  const speak = await serve(
    (_, outgoing) => outgoing.once('close', resolve).end(Buffer.alloc(64 * 1_048_576)),
    { silence: 100 },
  )
  const socket = await speak(GET)
  await once(socket, 'readable')
  await isClosed
  const gone = closed(socket)
  socket.resume()
  await gone
  expect(socket.bytesRead).toBeLessThan(64 * 1_048_576)
})
