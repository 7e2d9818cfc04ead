import pg from 'pg'
import { clock } from '#server/base/clock.ts'
import { repeat } from '#server/base/repeat.ts'
import { clientOptions } from './postgres.ts'

const TRY_AGAIN_MS = 500
/** Interval and timeout of the keep-alive query: an idle connection can be lost silently. */
const ASK_EVERY_MS = 2_000

/** Key of the advisory lock that every running process holds in shared mode. */
export const RUNNING = 7_736_710_001

type Heard = {
  /** Called each time listening begins: notices sent before are lost. */
  onBegin: () => void
  onPayload: (payload: string) => void
}

/**
 * Listens to a channel on a dedicated connection and reconnects when it is lost. The same connection holds the
 * advisory lock by which others know that this process is running.
 * @returns `tried` resolves once it listens, or the first attempt has failed
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
  // Errors are ignored: the next poll finds whatever was missed.
  const listening = repeat(step, { every: TRY_AGAIN_MS, onError: () => {} })
  return { tried, [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]() }
}

/** Never returns. @throws when the connection fails, when `RUNNING` is held exclusively, or once stopped */
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
    // Not awaited: a server that is gone never answers.
    void client.end().catch(() => {})
  }
}

/** @throws if another program holds the lock alone, to replace the contents of the database */
async function shareRunning(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock_shared($1) as shared', [RUNNING])
  if (!rows[0]?.shared) throw new Error('others are alone with the database')
}
