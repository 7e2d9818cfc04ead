import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { clientOptions } from './postgres.ts'

const TRY_AGAIN_MS = 500
/** A connection on which nothing comes may be lost without anybody having said so. */
const ASK_EVERY_MS = 2_000

/** Listens to a channel until it is stopped, on a connection of its own that is made anew when it is lost. */
export class Listener {
  readonly #url: string
  readonly #channel: string
  readonly #on: { onBegin: () => void; onPayload: (payload: string) => void }
  readonly #stopped = new AbortController()
  readonly #tried = Promise.withResolvers<void>()
  readonly #running: Promise<void>

  /** @param on `onBegin` is called each time it begins to listen: what was said before is lost */
  constructor(
    url: string,
    channel: string,
    on: { onBegin: () => void; onPayload: (payload: string) => void },
  ) {
    this.#url = url
    this.#channel = channel
    this.#on = on
    this.#running = this.#run(this.#stopped.signal)
  }

  /** Settled as soon as it listens, or could not at first. */
  get tried(): Promise<void> {
    return this.#tried.promise
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  async #run(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      await this.#listen(stopped).catch(() => {})
      this.#tried.resolve()
      await pause(TRY_AGAIN_MS, undefined, { signal: stopped }).catch(() => {})
    }
  }

  /** @throws when the connection is lost, or stopped */
  async #listen(stopped: AbortSignal): Promise<void> {
    const client = new pg.Client({ ...clientOptions(this.#url), query_timeout: ASK_EVERY_MS })
    const lost = new AbortController()
    client.on('error', () => lost.abort())
    client.on('notification', ({ payload }) => this.#on.onPayload(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${this.#channel}`)
      this.#on.onBegin()
      this.#tried.resolve()
      for (;;) {
        await pause(ASK_EVERY_MS, undefined, { signal: AbortSignal.any([stopped, lost.signal]) })
        await client.query('select 1')
      }
    } finally {
      // A server that is gone does not say goodbye.
      void client.end().catch(() => {})
    }
  }
}
