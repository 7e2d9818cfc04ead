import { readStream, SILENCE_MS, type StreamNews } from './event-stream.ts'
import { startWatchdog } from './watchdog.ts'

/** News for a tab: from the server if it holds the stream, else from the tab that does. */
export type LiveNews =
  | Exclude<StreamNews, { kind: 'sign' }>
  /** Another tab's stream was already open when this tab asked. */
  | { kind: 'joined' }

type Relayed = StreamNews | { kind: 'hello' } | { kind: 'welcome'; last: LiveNews | undefined }

const NAME = 'pregonero-live'

/**
 * Listens to the event stream until `signal` aborts. All tabs of a browser share one connection, since HTTP/1.1
 * has six of them: the tab that holds the lock reads and relays everything. If it falls silent, as a tab put to
 * sleep by the browser does, another tab steals the lock. Browsers without locks (pages without TLS) read in
 * each tab.
 */
export function listenLive(hear: (news: LiveNews) => void, signal: AbortSignal): void {
  if (navigator.locks) void shareStream(hear, signal)
  else void readStream(news => news.kind !== 'sign' && hear(news), signal)
}

async function shareStream(hear: (news: LiveNews) => void, signal: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel(NAME)
  const post = (relayed: Relayed) => channel.postMessage(relayed)
  let leading = false
  let last: LiveNews | undefined
  let heard = () => {}

  const tell = (news: StreamNews) => {
    if (signal.aborted) return
    post(news)
    if (news.kind === 'sign') return
    if (news.kind !== 'event') last = news
    hear(news)
  }
  channel.onmessage = ({ data }: MessageEvent<Relayed>) => {
    heard()
    if (data.kind === 'hello') {
      if (leading) post({ kind: 'welcome', last })
    } else if (data.kind === 'welcome') {
      if (data.last) hear(data.last.kind === 'opened' ? { kind: 'joined' } : data.last)
    } else if (data.kind !== 'sign') {
      hear(data)
    }
  }
  post({ kind: 'hello' })
  signal.addEventListener('abort', () => channel.close())

  /** @returns false if another tab stole the lock, or waiting for it was aborted */
  async function lead(options: LockOptions, onBegin = () => {}): Promise<boolean> {
    const term = new AbortController()
    const read = () => {
      leading = true
      onBegin()
      return readStream(tell, AbortSignal.any([signal, term.signal]))
    }
    try {
      await navigator.locks.request(NAME, options, read)
      return true
    } catch {
      return false
    } finally {
      leading = false
      term.abort()
    }
  }

  while (!signal.aborted) {
    const waiting = new AbortController()
    const silence = new AbortController()
    heard = startWatchdog(
      SILENCE_MS,
      () => silence.abort(),
      AbortSignal.any([signal, waiting.signal]),
    )
    const turn = AbortSignal.any([signal, silence.signal])
    if (await lead({ signal: turn }, () => waiting.abort())) return
    waiting.abort()
    if (!silence.signal.aborted) continue
    hear({ kind: 'lost', away: false })
    if (await lead({ steal: true })) return
  }
}
