/** Tries a template on earlier alerts. */
import { yieldingRun } from '#server/base/yielding-run.ts'
import { MAX_OFFERED_KEYS } from '#shared/limits.ts'
import { fillTemplate } from '#shared/message/fill-template.ts'
import { templateButtons } from '#shared/message/message-buttons.ts'
import type { AskingTemplate } from '#shared/message/template/asked-keys.ts'
import { builtInValues } from '#shared/message/template/built-in-values.ts'
import { keysOf, type Payload, parsePayload } from '#shared/payload/payload.ts'

type Received = { name: string; connection_name: string; received_at: number; payload: string }

/** Missing keys that an answer names at most. */
const MAX_MISSING_KEYS = 20

/** Counts the alerts that a template does not fit, and the keys and buttons that would lack a value. */
export async function tryTemplate(
  { content, buttons }: AskingTemplate,
  alerts: readonly Received[],
) {
  const lacking = new Tally()
  const buttonGaps = buttons?.map(row => row.map(button => ({ button, payloads: 0 })))
  let misfits = 0
  let withGaps = 0
  await yieldingRun(
    visitEach(alerts, ({ name, connection_name, received_at }, payload) => {
      // Any zone will do: the message is not shown.
      const received = { receivedAt: received_at, timeZone: 'UTC' }
      const builtIn = builtInValues({
        connectionName: connection_name,
        alertName: name,
        ...received,
      })
      const context = { payload, builtIn, ...received }
      for (const gap of buttonGaps?.flat() ?? [])
        if (templateButtons([[gap.button]], context).length === 0) gap.payloads += 1
      const { missing, fits } = fillTemplate(content, context)
      if (!fits) misfits += 1
      else if (missing.length > 0) {
        withGaps += 1
        for (const key of missing) lacking.add(key)
      }
    }),
  )
  const missing = lacking.mostFrequent(MAX_MISSING_KEYS)
  return {
    tried: alerts.length,
    misfits,
    withGaps,
    missing,
    ...(buttonGaps && { buttonGaps: buttonGaps.map(row => row.map(({ payloads }) => payloads)) }),
  }
}

/** Keys of the alerts' payloads that a template may ask for, most frequent first. */
export async function frequentKeys(alerts: readonly Received[]): Promise<string[]> {
  const brought = new Tally()
  await yieldingRun(
    visitEach(alerts, (_alert, payload) => {
      for (const key of new Set(keysOf(payload))) brought.add(key)
    }),
  )
  return brought.mostFrequent(MAX_OFFERED_KEYS).map(({ key }) => key)
}

class Tally {
  readonly #counts = new Map<string, number>()

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  /** At most `most` keys; equally frequent keys in order of appearance. */
  mostFrequent(most: number): { key: string; payloads: number }[] {
    return [...this.#counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, most)
      .map(([key, payloads]) => ({ key, payloads }))
  }
}

function* visitEach(
  alerts: readonly Received[],
  visit: (alert: Received, payload: Payload) => void,
): Generator<void, void> {
  for (const alert of alerts) yield visit(alert, parsePayload(alert.payload))
}
