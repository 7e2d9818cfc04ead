import type { Server } from 'node:http'
import { Duplex } from 'node:stream'

/**
 * One end of a connection within this process. Data written at one end is readable at the other in
 * the same turn of the event loop, independently of the machine.
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

  /** Reads at once, since an idle connection has no reader. */
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

  // Called by Node's HTTP on every socket. Timeouts of a connection are ignored here.
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

/** Client's end of a new connection to a server of this process. */
export function connectTo(server: Server): Duplex {
  const [client, accepted] = [new MemorySocket(), new MemorySocket()]
  client.peer = accepted
  accepted.peer = client
  server.emit('connection', accepted)
  return client
}

/** A connection refused for lack of a listener. */
export function refusedConnection(): Duplex {
  const socket = new MemorySocket()
  socket.connecting = true
  process.nextTick(() => socket.destroy(networkError('ECONNREFUSED')))
  return socket
}

const networkError = (code: string): Error => Object.assign(new Error(code), { code })
