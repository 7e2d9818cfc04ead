import { ORPCError } from '@orpc/client'
import { STREAM_REPLACED } from '#shared/limits.ts'
import type { LiveEvent } from '#shared/model/live-event.ts'
import { client, isUnauthorized } from './client.ts'
import { timeoutSignal } from './timeout.ts'
import { startWatchdog } from './watchdog.ts'

/** News from the event stream. */
export type StreamNews =
  /** The stream is open; changes before that are unknown. */
  | { kind: 'opened' }
  /** A heartbeat or anything else arrived: the stream is alive. */
  | { kind: 'sign' }
  /** The stream is being opened again; `away`: that has failed repeatedly, and the user should know. */
  | { kind: 'lost'; away: boolean }
  | { kind: 'signed-out' }
  | { kind: 'event'; event: LiveEvent }

/** Silence after which the stream counts as lost; the server sends a heartbeat every 15 s. */
export const SILENCE_MS = 45_000
const OPENING_MS = 10_000
const LONGEST_WAIT_MS = 15_000
/** Wait after another stream replaced this one, so that they don't replace each other in turn. */
const REPLACED_MS = 60_000
/** Failed tries to open the stream before `away` is reported: a server that restarts answers again by then. */
const PATIENT_TRIES = 2

/** Reads the event stream until `signal` aborts or the sign-in ends, and opens it again when it is lost. */
export async function readStream(
  tell: (news: StreamNews) => void,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  const hear = (news: StreamNews) => {
    if (news.kind === 'opened') failures = 0
    tell(news)
  }
  while (!signal.aborted) {
    const end = await readOnce(hear, signal)
    if (signal.aborted) return
    if (end === 'signed-out') {
      tell({ kind: 'signed-out' })
      return
    }
    if (end === 'doubted') continue
    if (end !== 'ended') tell({ kind: 'lost', away: failures >= PATIENT_TRIES })
    await pause(end === 'replaced' ? REPLACED_MS : backoff(failures), signal)
    failures += 1
  }
}

/**
 * Reads until the stream ends; the server ends it after a while. When the browser reports that the network went
 * or came, which may be wrong, returns `doubted`: only opening a new stream can tell.
 */
async function readOnce(
  tell: (news: StreamNews) => void,
  signal: AbortSignal,
): Promise<'ended' | 'replaced' | 'lost' | 'doubted' | 'signed-out'> {
  const reading = new AbortController()
  const ended = AbortSignal.any([signal, reading.signal])
  let isDoubted = false
  try {
    const opening = AbortSignal.any([ended, timeoutSignal(OPENING_MS)])
    const stop = () => reading.abort()
    opening.addEventListener('abort', stop)
    let onBytes = () => {}
    const events = await client.events.stream(
      { alerts: 'true' },
      {
        signal: ended,
        context: { onBytes: () => onBytes() },
      },
    )
    opening.removeEventListener('abort', stop)
    const heard = startWatchdog(SILENCE_MS, stop, ended)
    onBytes = () => {
      heard()
      tell({ kind: 'sign' })
    }
    onNetworkChange(() => {
      isDoubted = true
      stop()
    }, ended)
    tell({ kind: 'opened' })
    for await (const event of events) tell({ kind: 'event', event })
    return 'ended'
  } catch (error) {
    if (isUnauthorized(error)) return 'signed-out'
    if (error instanceof ORPCError && error.code === STREAM_REPLACED) return 'replaced'
  } finally {
    reading.abort()
  }
  return isDoubted ? 'doubted' : 'lost'
}

const backoff = (failures: number): number => Math.min(1_000 * 2 ** failures, LONGEST_WAIT_MS)

/** Waits with jitter; ends at once when `signal` aborts, or the network or the page's visibility changes. */
function pause(longest: number, signal: AbortSignal): Promise<void> {
  const done = new AbortController()
  return new Promise<void>(resolve => {
    const timer = setTimeout(resolve, longest * (0.5 + Math.random() / 2))
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { signal: done.signal })
    onNetworkChange(stop, done.signal)
    document.addEventListener('visibilitychange', stop, { signal: done.signal })
  }).finally(() => done.abort())
}

function onNetworkChange(listener: () => void, signal: AbortSignal): void {
  window.addEventListener('online', listener, { signal })
  window.addEventListener('offline', listener, { signal })
}
