/** What alerts that came before say of a template. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { builtInValues } from '#shared/built-in-values.ts'
import { MAX_OFFERED_KEYS } from '#shared/limits.ts'
import { fillTemplate } from '#shared/message/fill.ts'
import { keysOf, type Payload, parsePayload } from '#shared/message/payload.ts'

type Received = { name: string; connection_name: string; received_at: number; payload: string }

/** What a template would lack: in how many of the alerts anything, and what in how many. */
export async function tryTemplate(content: string, alerts: readonly Received[]) {
  const lacking = new Tally()
  let withGaps = 0
  await unhurried(alerts, ({ name, connection_name, received_at }, payload) => {
    const builtIn = builtInValues({
      connectionName: connection_name,
      alertName: name,
      receivedAt: received_at,
    })
    const { missing } = fillTemplate(content, { payload, builtIn })
    if (missing.length > 0) withGaps += 1
    for (const key of missing) lacking.add(key)
  })
  const missing = lacking.mostFrequent().map(([key, payloads]) => ({ key, payloads }))
  return { tried: alerts.length, withGaps, missing }
}

/** The keys that a template may ask for, by what alerts brought; the most frequent first. */
export async function frequentKeys(alerts: readonly Received[]): Promise<string[]> {
  const brought = new Tally()
  await unhurried(alerts, (_alert, payload) => {
    for (const key of new Set(keysOf(payload))) brought.add(key)
  })
  return brought
    .mostFrequent()
    .slice(0, MAX_OFFERED_KEYS)
    .map(([key]) => key)
}

class Tally {
  readonly #counts = new Map<string, number>()

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  mostFrequent(): [string, number][] {
    return [...this.#counts].sort(([, a], [, b]) => b - a)
  }
}

/** Alerts that are looked at before whatever else waits has its turn. */
const AT_ONCE = 5

async function unhurried(
  alerts: readonly Received[],
  look: (alert: Received, payload: Payload) => void,
): Promise<void> {
  for (const [index, alert] of alerts.entries()) {
    if (index % AT_ONCE === 0) await nextTurn()
    look(alert, parsePayload(alert.payload))
  }
}
