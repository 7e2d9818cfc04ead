import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clock } from '#server/base/clock.ts'

/** `open`: connections at a time; `waiting`: requests of one that wait for the answer before theirs. */
export type ConnectionBounds = { open: number; waiting: number }

type Connection = { latest: ServerResponse | null; waiting: number }

/**
 * The connections of a server. Where there are too many, the one that was used longest ago is closed for
 * the new one: of those that wait for no answer, if there are any, so that a stranger who opens them in
 * thousands closes his own. A connection's requests are answered one after the other, also when they came
 * together: their answers would all be in memory otherwise.
 */
export class Connections {
  /** The one that was used longest ago first. */
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
        // Not at once: others have a turn between two of one connection.
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
