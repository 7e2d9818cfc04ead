import type { LiveEvent } from '#shared/model/live-event.ts'
import { client, isUnauthorized } from './client.ts'

/** What a tab hears: from the server if it holds the stream, else from the tab that does. */
export type LiveNews =
  /** The stream stands; what changed before is unknown. */
  | { kind: 'opened' }
  /** The stream of another tab has been standing since before this one asked. */
  | { kind: 'joined' }
  | { kind: 'lost' }
  | { kind: 'signed-out' }
  | { kind: 'event'; event: LiveEvent }

type Relayed = LiveNews | { kind: 'hello' } | { kind: 'welcome'; open: boolean }

const NAME = 'pregonero-live'
const LONGEST_WAIT_MS = 15_000

/**
 * Listens to the event stream until `signal` aborts. All tabs of a browser share one connection,
 * since HTTP/1.1 has six of them: the tab that gets the lock reads and passes everything on.
 * Browsers without locks (pages without TLS) read in each tab.
 */
export function listenLive(hear: (news: LiveNews) => void, signal: AbortSignal): void {
  if (!navigator.locks) {
    void readStream(hear, signal)
    return
  }

  const channel = new BroadcastChannel(NAME)
  let leading = false
  let open = false
  const post = (relayed: Relayed) => channel.postMessage(relayed)

  channel.onmessage = ({ data }: MessageEvent<Relayed>) => {
    if (data.kind === 'hello') {
      if (leading) post({ kind: 'welcome', open })
    } else if (data.kind === 'welcome') {
      hear({ kind: data.open ? 'joined' : 'lost' })
    } else {
      hear(data)
    }
  }
  post({ kind: 'hello' })
  signal.addEventListener('abort', () => channel.close())

  const lead = async () => {
    leading = true
    const tell = (news: LiveNews) => {
      if (signal.aborted) return
      if (news.kind !== 'event') open = news.kind === 'opened'
      hear(news)
      post(news)
    }
    await readStream(tell, signal)
    leading = false
  }
  navigator.locks.request(NAME, { signal }, lead).catch(error => {
    if (!signal.aborted) throw error
  })
}

async function readStream(tell: (news: LiveNews) => void, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const events = await client.events.stream(undefined, { signal })
      failures = 0
      tell({ kind: 'opened' })
      for await (const event of events) tell({ kind: 'event', event })
    } catch (error) {
      if (isUnauthorized(error)) {
        tell({ kind: 'signed-out' })
        return
      }
    }
    if (signal.aborted) return
    tell({ kind: 'lost' })
    await untilNextTry(failures, signal)
  }
}

/** Longer after each failure and never the same for all browsers; at once when the network is back. */
function untilNextTry(failures: number, signal: AbortSignal): Promise<void> {
  const longest = Math.min(1_000 * 2 ** failures, LONGEST_WAIT_MS)
  const done = new AbortController()
  return new Promise<void>(resolve => {
    const timer = setTimeout(resolve, longest * (0.5 + Math.random() / 2))
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { signal: done.signal })
    window.addEventListener('online', stop, { signal: done.signal })
  }).finally(() => done.abort())
}
