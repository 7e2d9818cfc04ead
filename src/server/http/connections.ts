import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clock } from '#server/base/clock.ts'

/** `open`: max concurrent connections; `waiting`: max requests of one connection that wait for an earlier answer. */
export type ConnectionBounds = { open: number; waiting: number }

type Connection = { latest: ServerResponse | null; waiting: number }

/**
 * The HTTP connections of a server. At the limit, the least recently used one is closed in favour of a new one: if
 * possible, one without a pending answer, so that a stranger who opens thousands closes his own. A
 * connection's requests are answered one after the other, even if they came together: otherwise all their
 * answers would be in memory.
 */
export class Connections {
  /** Connections, least recently used first. */
  readonly #open = new Map<Socket, Connection>()
  readonly #answer: RequestListener
  readonly #bounds: ConnectionBounds

  constructor(answer: RequestListener, bounds: ConnectionBounds) {
    this.#answer = answer
    this.#bounds = bounds
  }

  add(socket: Socket): void {
    if (this.#open.size >= this.#bounds.open) this.#close(this.#leastUsed())
    this.#open.set(socket, { latest: null, waiting: 0 })
    socket.once('close', () => this.#open.delete(socket))
  }

  answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming
    const connection = this.#open.get(socket)
    if (!connection) return
    this.#open.delete(socket)
    this.#open.set(socket, connection)
    const before = connection.latest
    connection.latest = outgoing
    if (!before || before.writableFinished) {
      this.#answer(incoming, outgoing)
      return
    }
    connection.waiting += 1
    if (connection.waiting > this.#bounds.waiting) socket.destroy()
    else
      before.once('close', () => {
        // Deferred, so that other connections get a turn in between.
        clock.nextTurn(() => {
          connection.waiting -= 1
          if (!socket.destroyed) this.#answer(incoming, outgoing)
        })
      })
  }

  #close(socket: Socket | undefined): void {
    if (!socket) return
    this.#open.delete(socket)
    socket.destroy()
  }

  #leastUsed(): Socket | undefined {
    for (const [socket, { latest }] of this.#open)
      if (!latest || latest.writableFinished || !latest.req.complete) return socket
    const [oldest] = this.#open.keys()
    return oldest
  }
}
