// @module-tag server
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Listener } from '#server/live/account-subscribers.ts'
import { Live } from '#server/live/live.ts'
import { eventStreamRoutes } from './event-stream.ts'

const PIECE = Buffer.alloc(16_384, 'x')
/** More than the system buffers for one connection. */
const ENDLESS_BYTES = 256 * 1_048_576

/** Exposes its listeners, to write more to them than an account could cause. */
class OpenLive extends Live {
  readonly listeners = new Map<string, Listener>()

  override listen(listener: Listener): void {
    this.listeners.set(listener.sessionId, listener)
    super.listen(listener)
  }

  override leave(listener: Listener): void {
    this.listeners.delete(listener.sessionId)
    super.leave(listener)
  }
}

const live = new OpenLive({ tell() {} })
const routes = eventStreamRoutes({
  live,
  readSignedIn: async headers => ({
    userId: 'marta',
    email: '',
    name: '',
    by: { kind: 'session', id: headers.get('cookie') ?? '', authenticatedAt: 0 },
  }),
})
const server = createServer(getRequestListener(routes.fetch))

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  live.close()
  server.closeAllConnections()
  server.close()
})

async function open(sessionId: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`GET /api/events HTTP/1.1\r\nHost: x\r\nCookie: ${sessionId}\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

it('disconnects a stalled reader, and no other', async () => {
  await using stack = new AsyncDisposableStack()
  const stuck = stack.adopt(await open('stuck'), socket => void socket.destroy())
  const reading = stack.adopt(await open('reading'), socket => void socket.destroy())
  reading.resume()
  let written = 0
  while (live.listeners.has('stuck') && written < ENDLESS_BYTES) {
    live.listeners.get('stuck')?.write(PIECE)
    live.listeners.get('reading')?.write(PIECE)
    written += PIECE.length
    await turn()
  }
  expect(written).toBeLessThan(ENDLESS_BYTES)
  expect([...live.listeners.keys()]).toEqual(['reading'])
  await new Promise(closed => stuck.resume().once('close', closed))
})

it('forgets a reader that disconnects', async () => {
  const socket = await open('gone')
  expect(live.listeners.has('gone')).toBe(true)
  socket.destroy()
  await expect.poll(() => live.listeners.has('gone')).toBe(false)
})

it('registers no listener for a HEAD request', async () => {
  const { port } = server.address() as AddressInfo
  const headers = { cookie: 'head' }
  const response = await fetch(`http://127.0.0.1:${port}/api/events`, { method: 'HEAD', headers })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(live.listeners.has('head')).toBe(false)
})
