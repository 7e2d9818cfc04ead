import { TOAST_INTERVAL_MS } from '#shared/limits.ts'
import type { Collection, LiveEvent } from '#shared/model/live-event.ts'
import { type Happening, Toasts } from './toasts.ts'

type Listener = {
  userId: string
  sessionId: string
  events: LiveEvent[]
  toasts: Toasts
  wake: () => void
}

/** A listener that lies this far behind has gone; when it comes back it asks for everything anew. */
const MAX_BACKLOG = 1_000

/** Who listens, and what changed for them. Told after the commit, never inside a transaction. */
export class Live {
  readonly #listeners = new Set<Listener>()
  #closed = false

  changed(userId: string, ...what: Collection[]): void {
    for (const listener of this.#listenersOf(userId)) {
      const last = listener.events.at(-1)
      if (last?.kind === 'changed') last.collections = [...new Set([...last.collections, ...what])]
      else this.#push(listener, { kind: 'changed', collections: what })
    }
  }

  /** @param alert the name of the alert, or of one of them */
  toast(userId: string, what: Happening, alert: string, count = 1): void {
    for (const { toasts } of this.#listenersOf(userId)) toasts.tell(what, alert, count)
  }

  /** Every event for the user from now on, until the stream is aborted or its session ends. */
  async *listen(
    { userId, sessionId }: { userId: string; sessionId: string },
    signal?: AbortSignal,
  ): AsyncGenerator<LiveEvent, void> {
    let woken = Promise.withResolvers<void>()
    const listener: Listener = {
      userId,
      sessionId,
      events: [],
      toasts: new Toasts(TOAST_INTERVAL_MS, toast =>
        this.#push(listener, { kind: 'toast', ...toast }),
      ),
      wake: () => woken.resolve(),
    }
    this.#listeners.add(listener)
    signal?.addEventListener('abort', listener.wake, { once: true })
    try {
      while (!signal?.aborted && !this.#closed && this.#listeners.has(listener)) {
        const event = listener.events.shift()
        if (event) {
          yield event
          continue
        }
        await woken.promise
        woken = Promise.withResolvers<void>()
      }
    } finally {
      this.#end(listener)
    }
  }

  endSession(sessionId: string): void {
    for (const listener of this.#listeners)
      if (listener.sessionId === sessionId) this.#end(listener)
  }

  /** Whoever still has a session comes back, and asks for everything anew. */
  endAll(): void {
    for (const listener of this.#listeners) this.#end(listener)
  }

  close(): void {
    this.#closed = true
    this.endAll()
  }

  *#listenersOf(userId: string): Generator<Listener> {
    for (const listener of this.#listeners) if (listener.userId === userId) yield listener
  }

  #push(listener: Listener, event: LiveEvent): void {
    if (listener.events.length >= MAX_BACKLOG) this.#end(listener)
    listener.events.push(event)
    listener.wake()
  }

  #end(listener: Listener): void {
    this.#listeners.delete(listener)
    listener.toasts.stop()
    listener.wake()
  }
}
