import type { AlertEvent } from '#shared/alert-events.ts'
import type { Happening } from '#shared/model/live-event.ts'
import { type ShownToast, TOAST_MS, type Toast } from '#web/ui/show-toast.tsx'
import { AlertTally } from './alert-tally.ts'

/** What goes on is no news: after this time it is told again. */
const REST_MS = 60_000
/** New words can be read for so long. */
const LEAST_MS = 2_000
/** And no toast stays longer for the sake of its alerts. */
const LONGEST_MS = 8_000
/** Before then they don't change. */
const STAND_MS = 1_000
const LOOK_AGAIN_MS = 1_000

/** Where toasts are shown. */
interface Screen {
  show: (toast: Toast) => ShownToast
  /** No other toast stands, and nobody works in a dialog. */
  isFree: () => boolean
}

interface View {
  /** The connection that the view is confined to; null: all of them. */
  connectionId: string | null
  /** The screen does not show by itself what arrives. */
  tellsArrivals: boolean
}

/** What one toast tells. */
class Telling {
  readonly tally = new AlertTally()
  /** What it has told of; more of the same is counted. */
  readonly kinds = new Set<string>()
}

/**
 * Tells what happens to alerts in one toast at a time. What happens within five seconds is one toast with
 * counts, and changes in place as its alerts are delivered or fail. Arrivals are told again after a minute at
 * the soonest, and so are the failures of one connection; failures wait for a screen that is free.
 */
export class LiveToasts {
  readonly #screen: Screen
  #shown:
    | { telling: Telling; words: Toast; saidAt: number; toast: ShownToast; since: number }
    | undefined
  #waiting = new Telling()
  readonly #timers: { rewrite?: Timer; tell?: Timer } = {}
  /** Until when each kind of news is none. */
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

  /** @returns how many of them no toast tells of yet */
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

/** Arrivals are one kind of news, whatever connection they come to. */
const kindOf = ({ what, connectionId }: Happening): string =>
  what === 'received' ? what : `${what} ${connectionId}`

/** What becomes of an alert comes after its arrival. */
const inOrder = (happenings: readonly Happening[]): Happening[] =>
  happenings.toSorted((a, b) => order.indexOf(a.what) - order.indexOf(b.what))

const order: readonly AlertEvent[] = ['received', 'retrying', 'failed', 'delivered']
