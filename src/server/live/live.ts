import type { Notice, Notices } from '#server/store/engine/notices.ts'
import { truncate } from '#shared/format.ts'
import { TOAST_INTERVAL_MS } from '#shared/limits.ts'
import type { AlertEvent, Collection, LiveEvent } from '#shared/model/live-event.ts'
import { Toasts } from './toasts.ts'

type Listener = {
  userId: string
  sessionId: string
  events: LiveEvent[]
  toasts: Toasts
  wake: () => void
}

/** A listener that lies this far behind has gone; when it comes back it asks for everything again. */
const MAX_BACKLOG = 1_000

/** As much of an alert's name as others are told. */
const TOLD_NAME_LENGTH = 200

/**
 * Who listens, and what changed for them, in whichever process that was. Told after the commit, never
 * inside a transaction.
 */
export class Live {
  readonly #listeners = new Set<Listener>()
  readonly #notices: Pick<Notices, 'tell'>
  #closed = false

  constructor(notices: Pick<Notices, 'tell'>) {
    this.#notices = notices
  }

  changed(userId: string, ...collections: Collection[]): void {
    this.#tellAll({ kind: 'changed', userId, collections })
  }

  changedForAll(...collections: Collection[]): void {
    this.#tellAll({ kind: 'changed', userId: null, collections })
  }

  /** @param alert the name of the alert, or of one of them */
  toast(userId: string, what: AlertEvent, alert: string, count = 1): void {
    const name = truncate(alert, TOLD_NAME_LENGTH)
    this.#tellAll({ kind: 'happened', userId, what, alert: name, count })
  }

  /** No event stream outlives the sign-in that it was opened with. */
  endSession(sessionId: string): void {
    this.#tellAll({ kind: 'signed-out', sessionId })
  }

  /** Tells those who listen here what another process says. */
  hear(notice: Notice): void {
    switch (notice.kind) {
      case 'changed':
        this.#change(notice.userId, notice.collections)
        return
      case 'happened':
        for (const { toasts } of this.#listenersOf(notice.userId))
          toasts.tell(notice.what, notice.alert, notice.count)
        return
      case 'signed-out':
        for (const listener of this.#listeners)
          if (listener.sessionId === notice.sessionId) this.#end(listener)
        return
      case 'anything':
        this.endAll()
    }
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

  /** Browsers that still have a session come back, and ask for everything again. */
  endAll(): void {
    for (const listener of this.#listeners) this.#end(listener)
  }

  close(): void {
    this.#closed = true
    this.endAll()
  }

  #tellAll(notice: Notice): void {
    this.hear(notice)
    this.#notices.tell(notice)
  }

  #change(userId: string | null, what: Collection[]): void {
    for (const listener of this.#listenersOf(userId)) {
      const last = listener.events.at(-1)
      if (last?.kind === 'changed') last.collections = [...new Set([...last.collections, ...what])]
      else this.#push(listener, { kind: 'changed', collections: what })
    }
  }

  /** @param userId null: all users */
  *#listenersOf(userId: string | null): Generator<Listener> {
    for (const listener of this.#listeners)
      if (userId === null || listener.userId === userId) yield listener
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
