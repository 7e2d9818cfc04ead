import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { clock } from '#server/base/clock.ts'
import { errorCode, StartError } from '#server/base/errors.ts'
import { type ConnectionBounds, Connections } from './connections.ts'

/** Time that requests being answered have when the server stops. */
const LAST_REQUESTS_MS = 5_000
const SWEEP_MS = 50
/** Max connections waiting to be accepted; at the close of a candle they come all at once. */
const BACKLOG = 4_096
/**
 * Limits for every client; times in milliseconds. TradingView waits three seconds; a browser takes two
 * minutes at most for a call, whether the file is large or the answer late.
 */
const BOUNDS = {
  open: 8_000,
  /** Clients in actual use send one request at a time. */
  waiting: 32,
  headers: 15_000,
  request: 120_000,
  /** Time without a byte in either direction, for example because the reader has stopped. */
  silence: 150_000,
  /** Interval of the checks for requests that take too long. */
  look: 5_000,
}

type Bounds = ConnectionBounds & typeof BOUNDS

/**
 * Longer than the keep-alive of proxies, so that none of them sends a request on a connection that is being
 * closed: nginx 60 s, cloudflared 90 s, Caddy 120 s.
 */
const KEEP_ALIVE_MS = 130_000

export type Listening = AsyncDisposable & { port: number }

/** @throws StartError when the address can't be bound */
export type Listen = (
  router: RequestListener,
  address: { host: string; port: number },
) => Promise<Listening>

/** @throws StartError when the address can't be bound */
export async function listen(
  router: RequestListener,
  { host, port }: { host: string; port: number },
  bounds: Bounds = BOUNDS,
): Promise<Listening> {
  const connections = new Connections(router, bounds)
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: bounds.headers,
      requestTimeout: bounds.request,
      connectionsCheckingInterval: bounds.look,
    },
    (incoming, outgoing) => connections.answer(incoming, outgoing),
  )
  server.on('connection', socket => connections.add(socket))
  server.timeout = bounds.silence
  server.listen({ port, host, backlog: BACKLOG })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new StartError(refusal(host, port, errorCode(error)), { cause: error })
  }
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    [Symbol.asyncDispose]: () => close(server),
  }
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // Connections whose answer ends from now on would be kept open for another request.
  const sweep = clock.interval(SWEEP_MS, () => server.closeIdleConnections())
  const limit = clock.timer(LAST_REQUESTS_MS, () => server.closeAllConnections())
  await closed
  sweep.cancel()
  limit.cancel()
}

function refusal(host: string, port: number, code: string | undefined): string {
  if (code === 'EADDRINUSE')
    return `El puerto ${port} ya está en uso. Detén el programa que lo usa o pon otro en PORT.`
  if (code === 'EACCES')
    return `No hay permiso para usar el puerto ${port}. Pon en PORT uno a partir de 1024.`
  return `No se puede escuchar en ${host}:${port} (${code}). Revisa HOST y PORT.`
}
