import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, of which tests open thousands. */
const FIRST_PORT = 20_000
const LAST_PORT = 32_767
const TRIES = 100

/**
 * A port of 127.0.0.1 on which no process listens, reserved for the caller until this process ends:
 * also while its server starts or is down.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1)
    if ((await isReserved(port)) && (await isFree(port))) return port
  }
  throw new Error('no free port')
}

/** Reserves by binding the UDP port of the same number, otherwise unused here, until the process ends. */
async function isReserved(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.once('error', () => {
    socket.close()
    resolve(false)
  })
  socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true))
  return promise
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
