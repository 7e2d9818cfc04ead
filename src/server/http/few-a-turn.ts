import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { clock } from '#server/base/clock.ts'

const AT_A_TURN = 4

/**
 * Starts at most 4 requests per turn of the event loop, so that webhooks can run in between; Node would start
 * all readable requests first. Requests whose client has gone meanwhile are skipped.
 */
export function fewATurn(listener: RequestListener): RequestListener {
  const waiting: [IncomingMessage, ServerResponse][] = []
  const begin = () => {
    for (const [incoming, outgoing] of waiting.splice(0, AT_A_TURN))
      if (!incoming.socket.destroyed) listener(incoming, outgoing)
    if (waiting.length > 0) clock.nextTurn(begin)
  }
  return (incoming, outgoing) => {
    waiting.push([incoming, outgoing])
    if (waiting.length === 1) clock.nextTurn(begin)
  }
}
