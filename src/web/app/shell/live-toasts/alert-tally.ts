import { type AlertEvent, alertEvents } from '#shared/alert-events.ts'
import { truncate } from '#shared/format.ts'
import type { Happening } from '#shared/model/live-event.ts'
import { deliveryTexts } from '#shared/texts/deliveries.ts'
import type { Toast } from '#web/ui/show-toast.tsx'
import { tallyWords } from './words.ts'

/** Characters of a name, so that the toast fits in two lines. */
const NAME_LENGTH = 28
/** Alerts kept by name; further ones are only counted. */
const MOST_NAMED = 100

/** Alerts of one connection in the same state. */
interface Entry {
  what: AlertEvent
  connectionId: string | null
  count: number
  /** Set for an alert that is counted by itself. */
  alert?: Happening['alert']
  deliveredInMs: number | null
  attempt?: number | undefined
}

/** States of the alerts reported by one toast. */
export class AlertTally {
  #entries: Entry[] = []

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  /** Adds alerts that are not in the toast yet. */
  add({ what, connectionId, count, alert, deliveredInMs, attempt }: Happening): void {
    const isNamed = this.#entries.length < MOST_NAMED
    if (isNamed) this.#entries.push({ what, connectionId, count: 1, alert, deliveredInMs, attempt })
    const nameless = count - (isNamed ? 1 : 0)
    if (nameless === 0) return
    const alike = this.#entries.find(
      entry => !entry.alert && entry.what === what && entry.connectionId === connectionId,
    )
    if (alike) alike.count += nameless
    else this.#entries.push({ what, connectionId, count: nameless, deliveredInMs })
  }

  /**
   * Updates alerts that are in the toast: the named one first, then others of its connection.
   * @returns number of alerts that are not in the toast
   */
  settle({ what, connectionId, count, alert, deliveredInMs, attempt }: Happening): number {
    let left = count
    const outcome = { what, connectionId, deliveredInMs, attempt }
    const settled: Entry[] = []
    const open = this.#entries.filter(
      entry => entry.connectionId === connectionId && unsettled.includes(entry.what),
    )
    const named = open.filter(entry => entry.alert?.id === alert.id)
    // A happening of a single alert never settles another named alert.
    const nameless = open.filter(entry => entry.alert === undefined || count > 1)
    for (const entry of new Set([...named, ...nameless])) {
      const taken = Math.min(entry.count, left)
      if (taken === 0) break
      left -= taken
      entry.count -= taken
      settled.push({ ...outcome, count: taken, ...(entry.alert && { alert: entry.alert }) })
    }
    this.#entries = [...this.#entries.filter(entry => entry.count > 0), ...settled]
    return left
  }

  toast(): Toast {
    const counts = alertEvents
      .map(what => ({ what, count: this.#count(what) }))
      .filter(({ count }) => count > 0)
    const [worst] = counts
    const [only] = this.#entries
    const isOne = this.#entries.length === 1 && only?.count === 1 && only.alert
    return {
      type: types[worst?.what ?? 'received'],
      message: isOne ? wordsOfOne(only, isOne.name) : tallyWords(counts),
    }
  }

  #count(what: AlertEvent): number {
    return this.#entries
      .filter(entry => entry.what === what)
      .reduce((all, one) => all + one.count, 0)
  }
}

const unsettled: readonly AlertEvent[] = ['received', 'retrying']

const types = {
  failed: 'error',
  retrying: 'warning',
  received: 'info',
  delivered: 'success',
} as const

function wordsOfOne({ what, deliveredInMs, attempt }: Entry, name: string): string {
  const shortName = truncate(name, NAME_LENGTH)
  if (what === 'delivered') return deliveryTexts.delivered(shortName, deliveredInMs)
  if (what === 'retrying') return deliveryTexts.retrying(shortName, attempt)
  return deliveryTexts[what](shortName)
}
