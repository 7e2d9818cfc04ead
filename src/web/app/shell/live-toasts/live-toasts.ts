import type { AlertEvent } from '#shared/alert-events.ts'
import type { Happening } from '#shared/model/live-event.ts'
import { type ShownToast, TOAST_MS, type Toast } from '#web/ui/show-toast.tsx'
import { AlertTally } from './alert-tally.ts'

/** Pause before the same kind of event is reported again. */
const REST_MS = 60_000
/** Minimum time to read new words. */
const LEAST_MS = 2_000
/** Maximum age to which updates extend a toast. */
const LONGEST_MS = 8_000
/** Minimum time between two texts of a toast. */
const STAND_MS = 1_000
const LOOK_AGAIN_MS = 1_000

/** Where toasts are shown. */
interface Screen {
  show: (toast: Toast) => ShownToast
  /** True if no other toast is shown and no dialog is open. */
  isFree: () => boolean
}

interface View {
  /** The connection that the view is limited to; null: all. */
  connectionId: string | null
  /** False if the screen shows arriving alerts itself. */
  tellsArrivals: boolean
}

/** Content of one toast. */
class Telling {
  readonly tally = new AlertTally()
  /** Kinds of events already reported; more of the same are counted. */
  readonly kinds = new Set<string>()
}

/**
 * Reports events of alerts in one toast at a time. Events within five seconds share a toast with counts, which is
 * updated in place as its alerts are delivered or fail. Arrivals, and each connection's failures and retries, are
 * reported once a minute at most. Failures and retries wait until the screen is free. Arrivals do not: if they would
 * need a new toast, they are dropped.
 */
export class LiveToasts {
  readonly #screen: Screen
  #shown:
    | { telling: Telling; words: Toast; saidAt: number; toast: ShownToast; since: number }
    | undefined
  #waiting = new Telling()
  readonly #timers: { rewrite?: Timer; tell?: Timer } = {}
  /** Time until which each kind of event is not reported again. */
  readonly #rests = new Map<string, number>()

  constructor(screen: Screen) {
    this.#screen = screen
  }

  /** @param happenings of one moment, in any order */
  hear(happenings: readonly Happening[], { connectionId, tellsArrivals }: View): void {
    const now = Date.now()
    if (this.#shown && !this.#shown.toast.isShown()) this.#shown = undefined
    const shown = this.#shown
    const gathering = shown && now - shown.since < TOAST_MS ? shown.telling : undefined
    const opensWithArrivals = tellsArrivals && !shown && this.#screen.isFree()
    for (const happening of inOrder(happenings)) {
      if (connectionId !== null && happening.connectionId !== connectionId) continue
      const count = this.#settle(happening)
      if (count === 0 || happening.what === 'delivered') continue
      const kind = kindOf(happening)
      const telling = gathering ?? this.#waiting
      const isMore = telling.kinds.has(kind)
      if (!isMore && (this.#rests.get(kind) ?? 0) > now) continue
      if (happening.what === 'received' && !(tellsArrivals && isMore) && !opensWithArrivals)
        continue
      telling.tally.add({ ...happening, count })
      telling.kinds.add(kind)
      this.#rests.set(kind, now + REST_MS)
    }
    this.#rewrite()
    this.#tellWaiting()
  }

  stop(): void {
    clearTimeout(this.#timers.rewrite)
    clearTimeout(this.#timers.tell)
  }

  /** @returns number of alerts that are not in a toast yet */
  #settle(happening: Happening): number {
    if (happening.what === 'received') return happening.count
    const left = this.#shown?.telling.tally.settle(happening) ?? happening.count
    return left === 0 ? 0 : this.#waiting.tally.settle({ ...happening, count: left })
  }

  #rewrite(): void {
    clearTimeout(this.#timers.rewrite)
    if (!this.#shown) return
    const { telling, words: before, saidAt, toast, since } = this.#shown
    const words = telling.tally.toast()
    if (words.message === before.message) return
    const now = Date.now()
    const wait = saidAt + STAND_MS - now
    if (wait > 0) {
      this.#timers.rewrite = setTimeout(() => this.#rewrite(), wait)
      return
    }
    Object.assign(this.#shown, { words, saidAt: now })
    toast.change(words, Math.min(LEAST_MS, since + LONGEST_MS - now))
  }

  #tellWaiting(): void {
    clearTimeout(this.#timers.tell)
    const telling = this.#waiting
    if (telling.tally.isEmpty) return
    if (!this.#screen.isFree()) {
      this.#timers.tell = setTimeout(() => this.#tellWaiting(), LOOK_AGAIN_MS)
      return
    }
    this.#waiting = new Telling()
    const words = telling.tally.toast()
    const since = Date.now()
    this.#shown = { telling, words, saidAt: since, toast: this.#screen.show(words), since }
  }
}

type Timer = ReturnType<typeof setTimeout>

/** Arrivals of all connections are one kind. */
const kindOf = ({ what, connectionId }: Happening): string =>
  what === 'received' ? what : `${what} ${connectionId}`

/** Sorts arrivals before the outcomes of their alerts. */
const inOrder = (happenings: readonly Happening[]): Happening[] =>
  happenings.toSorted((a, b) => order.indexOf(a.what) - order.indexOf(b.what))

const order: readonly AlertEvent[] = ['received', 'retrying', 'failed', 'delivered']
