import { clock, type Timer } from '#server/base/clock.ts'
import { alertEvents } from '#shared/alert-events.ts'
import { MAX_HAPPENINGS, TOAST_INTERVAL_MS } from '#shared/limits.ts'
import type { Collection, Happening, LiveEvent } from '#shared/model/live-event.ts'
import { encodeEvent } from './server-sent-events.ts'
import { Toasts } from './toasts.ts'

/** An event stream of one browser. */
export type Listener = {
  readonly userId: string
  readonly sessionId: string
  /** True if it receives happenings of alerts instead of toasts. */
  readonly hearsAlerts: boolean
  write: (bytes: Uint8Array) => void
  /** Ends the stream, with `lastWords` as its last bytes. */
  end: (lastWords?: Uint8Array) => void
}

/** Milliseconds between two events of changes; a browser takes about as long to refetch. */
const CHANGES_INTERVAL_MS = 250

/**
 * The listeners of one account. A change is sent at once, further changes within the interval as one event
 * after it. Each event is encoded once and written to all listeners.
 */
export class AccountSubscribers {
  /** Listeners in the order in which they were added. */
  readonly #listeners = new Set<Listener>()
  readonly #untold = new Set<Collection>()
  /** Happenings to send, by kind and connection. */
  readonly #happenings = new Map<string, Happening>()
  readonly #toasts = new Toasts(TOAST_INTERVAL_MS, toast =>
    this.#write({ kind: 'toast', ...toast }, this.#listenersThat(false)),
  )
  /** Runs until changes may be sent again. */
  #timer: Timer | undefined
  /** Runs until happenings are sent by themselves, if no change follows. */
  #soon: Timer | undefined

  get size(): number {
    return this.#listeners.size
  }

  /**
   * Listeners, the oldest first.
   * @param sessionId session to filter by; left out: all sessions
   */
  listeners(sessionId?: string): Listener[] {
    const all = [...this.#listeners]
    return sessionId === undefined ? all : all.filter(one => one.sessionId === sessionId)
  }

  add(listener: Listener): void {
    this.#listeners.add(listener)
  }

  /** Removes a listener, and stops all timers after the last one. */
  remove(listener: Listener): void {
    this.#listeners.delete(listener)
    if (this.size > 0) return
    this.#timer?.cancel()
    this.#soon?.cancel()
    this.#toasts.stop()
  }

  change(collections: readonly Collection[]): void {
    for (const collection of collections) this.#untold.add(collection)
    if (this.#timer === undefined) this.#tellChanges()
  }

  /** Queues a happening, which is sent with the next change, or by itself if no change follows; may show a toast. */
  happened(happening: Happening): void {
    const { what, alert, count } = happening
    if (what !== 'delivered') this.#toasts.tell(what, alert.name, count)
    if (this.#listenersThat(true).length === 0) return
    this.#keep(happening)
    if (this.#timer === undefined) this.#soon ??= this.#tellLater()
  }

  #keep(happening: Happening): void {
    const key = `${happening.what} ${happening.connectionId}`
    const before = this.#happenings.get(key)
    // Without room, happenings are merged under no connection; one place of each kind is reserved for these.
    const isRoom = before || this.#happenings.size < MAX_HAPPENINGS - alertEvents.length
    if (!isRoom && happening.connectionId !== null) {
      this.#keep({ ...happening, connectionId: null })
      return
    }
    const count = (before?.count ?? 0) + happening.count
    // Reinserted, so that the latest happening is sent last.
    this.#happenings.delete(key)
    this.#happenings.set(key, { ...happening, count })
  }

  #tellLater(): Timer {
    return clock.timer(CHANGES_INTERVAL_MS, () => this.#tellChanges()).unref()
  }

  #tellChanges(): void {
    this.#timer = undefined
    this.#soon?.cancel()
    this.#soon = undefined
    const collections = [...this.#untold]
    const alerts = [...this.#happenings.values()]
    if (collections.length + alerts.length === 0) return
    this.#timer = this.#tellLater()
    this.#untold.clear()
    this.#happenings.clear()
    const plain: LiveEvent = { kind: 'changed', collections }
    if (alerts.length === 0) this.#write(plain, this.#listeners)
    else {
      this.#write({ ...plain, alerts }, this.#listenersThat(true))
      if (collections.length > 0) this.#write(plain, this.#listenersThat(false))
    }
  }

  #listenersThat(hearAlerts: boolean): Listener[] {
    return this.listeners().filter(({ hearsAlerts }) => hearsAlerts === hearAlerts)
  }

  #write(event: LiveEvent, listeners: Iterable<Listener>): void {
    const bytes = encodeEvent(event)
    for (const listener of listeners) listener.write(bytes)
  }
}
