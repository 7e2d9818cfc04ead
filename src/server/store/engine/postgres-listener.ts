import pg from 'pg'
import { clock } from '#server/base/clock.ts'
import { repeat } from '#server/base/repeat.ts'
import { clientOptions } from './postgres.ts'

const TRY_AGAIN_MS = 500
/** A connection on which nothing comes may be lost without a sign of it. */
const ASK_EVERY_MS = 2_000

/** The advisory lock that every running process shares. */
export const RUNNING = 7_736_710_001

type Heard = {
  /** Called each time it begins to listen: what was sent before is lost. */
  onBegin: () => void
  onPayload: (payload: string) => void
}

/**
 * Listens to a channel on a connection of its own, which is made again when it is lost, and by which
 * others know that this process is running.
 * @returns `tried` settles as soon as it listens, or could not at first
 */
export function listenTo(
  url: string,
  channel: string,
  heard: Heard,
): AsyncDisposable & { tried: Promise<void> } {
  const { promise: tried, resolve } = Promise.withResolvers<void>()
  const onBegin = () => {
    heard.onBegin()
    resolve()
  }
  const step = (stopped: AbortSignal) =>
    listen(url, channel, { ...heard, onBegin }, stopped).finally(resolve)
  // What was missed meanwhile is found by the next poll.
  const listening = repeat(step, { every: TRY_AGAIN_MS, onError: () => {} })
  return { tried, [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]() }
}

/** @throws when the connection is lost, or stopped */
async function listen(
  url: string,
  channel: string,
  { onBegin, onPayload }: Heard,
  stopped: AbortSignal,
): Promise<void> {
  const client = new pg.Client({ ...clientOptions(url), query_timeout: ASK_EVERY_MS })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('notification', ({ payload }) => onPayload(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
    await shareRunning(client)
    onBegin()
    for (;;) {
      await clock.pause(ASK_EVERY_MS, { signal: AbortSignal.any([stopped, lost.signal]) })
      await client.query('select 1')
    }
  } finally {
    // A server that is gone does not say goodbye.
    void client.end().catch(() => {})
  }
}

/** @throws when another program is about to replace all that is there */
async function shareRunning(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock_shared($1) as shared', [RUNNING])
  if (!rows[0]?.shared) throw new Error('others are alone with the database')
}
