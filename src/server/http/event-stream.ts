import type { ServerResponse } from 'node:http'
import { Hono } from 'hono'
import type { ReadSignedIn, SignedIn } from '#server/accounts/credentials.ts'
import { clock } from '#server/base/clock.ts'
import type { Live } from '#server/live/live.ts'
import { HEARTBEAT } from '#server/live/server-sent-events.ts'
import { unauthorized } from './error-answer.ts'
import type { ClientEnv } from './identify-client.ts'

/** Interval of heartbeats; the browser gives up a stream that is silent for 45 s. */
const HEARTBEAT_MS = 15_000
/** Max duration of a stream. The browser then opens a new one, for which its session must still be valid. */
const LONGEST_STREAM_MS = 10 * 60_000
/** Max bytes waiting for a reader, in addition to the system's buffers. */
const MOST_WAITING_BYTES = 65_536
/** Time that a reader has for the remaining bytes when the stream ends. */
const LAST_BYTES_MS = 5_000

/** The contract's `events.stream`: each event for all streams of an account is encoded once. */
export function eventStreamRoutes({
  live,
  readSignedIn,
}: {
  live: Live
  readSignedIn: ReadSignedIn
}): Hono<ClientEnv> {
  const routes = new Hono<ClientEnv>()
  routes.get('/api/events', async c => {
    const who = await readSignedIn(c.req.raw.headers)
    if (!who) return unauthorized(c)
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    const isStillGood = async () => (await readSignedIn(c.req.raw.headers)) !== null
    const hearsAlerts = c.req.query('alerts') === 'true'
    const stream = openStream(live, who, { hearsAlerts, isStillGood, outgoing: c.env.outgoing })
    return c.body(stream, 200, headers)
  })
  return routes
}

/** Opens a stream; a reader that stops reading is cut off. */
function openStream(
  live: Live,
  { userId, by }: SignedIn,
  {
    hearsAlerts,
    isStillGood,
    outgoing,
  }: { hearsAlerts: boolean; isStillGood: () => Promise<boolean>; outgoing: ServerResponse },
): ReadableStream<Uint8Array> {
  let isOpen = true
  let leave = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (bytes: Uint8Array): void => {
          controller.enqueue(bytes)
          if ((controller.desiredSize ?? 0) < 0) outgoing.destroy()
        }
        const end = (lastWords?: Uint8Array): void => {
          if (!isOpen) return
          leave()
          if (lastWords) write(lastWords)
          controller.close()
          const patience = clock.timer(LAST_BYTES_MS, () => outgoing.destroy()).unref()
          outgoing.once('close', () => patience.cancel())
        }
        const listener = { userId, sessionId: by.id, hearsAlerts, write, end }
        const heartbeat = clock.interval(HEARTBEAT_MS, () => write(HEARTBEAT)).unref()
        const limit = clock.timer(LONGEST_STREAM_MS, end).unref()
        leave = () => {
          isOpen = false
          live.leave(listener)
          heartbeat.cancel()
          limit.cancel()
        }
        write(HEARTBEAT)
        live.listen(listener)
        // Checks again, because the sign-in may have ended after it was read and before the listener was
        // registered.
        isStillGood().then(
          isGood => isGood || end(),
          () => end(),
        )
      },
      cancel: () => leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING_BYTES }),
  )
}
