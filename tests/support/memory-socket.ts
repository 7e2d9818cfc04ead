import type { Server } from 'node:http'
import { Duplex } from 'node:stream'

/**
 * One end of a connection within this process. What is written at one end can be read at the other in the
 * same turn of the event loop, so that nothing of it depends on the machine.
 */
class MemorySocket extends Duplex {
  readonly remoteAddress = '127.0.0.1'
  connecting = false
  peer: MemorySocket | undefined
  #hasHeardEnd = false

  constructor() {
    super({ allowHalfOpen: false })
  }

  override _write(
    chunk: Uint8Array,
    _encoding: string,
    done: (error?: Error | null) => void,
  ): void {
    this.peer?.push(chunk)
    done(this.peer ? null : networkError('EPIPE'))
  }

  override _read(): void {}

  override _final(done: (error?: Error | null) => void): void {
    if (this.peer) this.peer.#hearEnd()
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const { peer } = this
    this.peer = undefined
    if (peer) peer.peer = undefined
    if (peer) peer.#hearEnd()
    done(error)
  }

  /** Read at once: an idle connection has nobody who reads it. */
  #hearEnd(): void {
    if (this.#hasHeardEnd || this.destroyed) return
    this.#hasHeardEnd = true
    this.push(null)
    this.read(0)
  }

  resetAndDestroy(): this {
    this.peer?.destroy(networkError('ECONNRESET'))
    return this.destroy()
  }

  // Asked for by Node's HTTP of every socket. Times of a connection are of no concern here.
  setTimeout(): this {
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}

/** The client's end of a new connection to a server of this process. */
export function connectTo(server: Server): Duplex {
  const [client, accepted] = [new MemorySocket(), new MemorySocket()]
  client.peer = accepted
  accepted.peer = client
  server.emit('connection', accepted)
  return client
}

/** A connection that is refused because nobody listens. */
export function refusedConnection(): Duplex {
  const socket = new MemorySocket()
  socket.connecting = true
  process.nextTick(() => socket.destroy(networkError('ECONNREFUSED')))
  return socket
}

const networkError = (code: string): Error => Object.assign(new Error(code), { code })
