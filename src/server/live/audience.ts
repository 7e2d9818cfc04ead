import { TOAST_INTERVAL_MS } from '#shared/limits.ts'
import type { AlertEvent, Collection, LiveEvent } from '#shared/model/live-event.ts'
import { encodeEvent } from './server-sent-events.ts'
import { Toasts } from './toasts.ts'

/** Where one browser listens. */
export type Listener = {
  readonly userId: string
  readonly sessionId: string
  write: (bytes: Uint8Array) => void
  /** Makes it leave. */
  end: (lastWords?: Uint8Array) => void
}

/** A browser that asks again takes about as long. */
const CHANGES_INTERVAL_MS = 250

/**
 * The listeners of one account. What changes is told at once, and what else changes within the interval
 * as one event after it; each event is encoded once and written to all of them.
 */
export class Audience {
  /** The oldest first. */
  readonly #listeners = new Set<Listener>()
  readonly #untold = new Set<Collection>()
  readonly #toasts = new Toasts(TOAST_INTERVAL_MS, toast =>
    this.#write({ kind: 'toast', ...toast }),
  )
  #timer: NodeJS.Timeout | undefined

  get size(): number {
    return this.#listeners.size
  }

  /** The oldest first. @param sessionId without it, those of all sessions */
  listeners(sessionId?: string): Listener[] {
    const all = [...this.#listeners]
    return sessionId === undefined ? all : all.filter(one => one.sessionId === sessionId)
  }

  add(listener: Listener): void {
    this.#listeners.add(listener)
  }

  /** Nothing is told any more once the last one has gone. */
  remove(listener: Listener): void {
    this.#listeners.delete(listener)
    if (this.size > 0) return
    clearTimeout(this.#timer)
    this.#toasts.stop()
  }

  change(collections: readonly Collection[]): void {
    for (const collection of collections) this.#untold.add(collection)
    if (this.#timer === undefined) this.#tellChanges()
  }

  toast(what: AlertEvent, alert: string, count: number): void {
    this.#toasts.tell(what, alert, count)
  }

  #tellChanges(): void {
    this.#timer = undefined
    if (this.#untold.size === 0) return
    this.#timer = setTimeout(() => this.#tellChanges(), CHANGES_INTERVAL_MS).unref()
    this.#write({ kind: 'changed', collections: [...this.#untold] })
    this.#untold.clear()
  }

  #write(event: LiveEvent): void {
    const bytes = encodeEvent(event)
    for (const listener of this.#listeners) listener.write(bytes)
  }
}
