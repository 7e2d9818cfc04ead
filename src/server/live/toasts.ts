import { clock, type Timer } from '#server/base/clock.ts'
import { type AnnouncedEvent, announcedEvents } from '#shared/alert-events.ts'
import type { ToastType } from '#shared/model/live-event.ts'
import { deliveryTexts } from '#shared/texts/deliveries.ts'

type Toast = { type: ToastType; message: string }
type Told = { count: number; alert: string }

/**
 * Shows at most one toast per interval, however many alerts come: the first at once, later ones of a kind
 * merged into one with a count.
 */
export class Toasts {
  readonly #interval: number
  readonly #show: (toast: Toast) => void
  readonly #untold = new Map<AnnouncedEvent, Told>()
  #timer: Timer | undefined

  /** @param interval milliseconds */
  constructor(interval: number, show: (toast: Toast) => void) {
    this.#interval = interval
    this.#show = show
  }

  /** @param alert its name, shown if it is the only one */
  tell(what: AnnouncedEvent, alert: string, count: number): void {
    const before = this.#untold.get(what)?.count ?? 0
    this.#untold.set(what, { count: before + count, alert })
    if (this.#timer === undefined) this.#tellNext()
  }

  stop(): void {
    this.#timer?.cancel()
  }

  #tellNext(): void {
    const what = announcedEvents.find(happening => this.#untold.has(happening))
    const told = what && this.#untold.get(what)
    if (!told) {
      this.#timer = undefined
      return
    }
    this.#untold.delete(what)
    this.#timer = clock.timer(this.#interval, () => this.#tellNext()).unref()
    const { type, one, many } = texts[what]
    this.#show({ type, message: told.count === 1 ? one(told.alert) : many(told.count) })
  }
}

const texts = {
  failed: { type: 'error', one: deliveryTexts.failed, many: deliveryTexts.failedMany },
  retrying: { type: 'warning', one: deliveryTexts.retrying, many: deliveryTexts.retryingMany },
  received: { type: 'info', one: deliveryTexts.received, many: deliveryTexts.receivedMany },
} as const
