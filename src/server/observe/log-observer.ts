import { clock, type Timer } from '#server/base/clock.ts'
import type { Log } from '#server/base/log.ts'
import type { Observer, WebhookRecord, WebhookResult } from './observer.ts'

/** Max log lines per minute for each result of webhooks that were not accepted: strangers can send any number. */
const TOLD_A_MINUTE = 30
const MINUTE_MS = 60_000

/**
 * Writes a line for each webhook and for each attempt. Floods of webhooks that were not accepted are counted,
 * and the counts are logged once a minute and on disposal.
 */
export function createLogObserver(log: Log): Pick<Observer, 'webhook' | 'attempt'> & Disposable {
  const refusals = new Map<WebhookResult, number>()
  let minute: Timer | undefined

  function endMinute(): void {
    minute?.cancel()
    minute = undefined
    const counts = [...refusals]
      .map(([result, count]) => [result, count - TOLD_A_MINUTE] as const)
      .filter(([, untold]) => untold > 0)
    refusals.clear()
    if (counts.length > 0) log.warn({ counts: Object.fromEntries(counts) }, 'more webhooks')
  }

  /** Counts a webhook that was not accepted. True if it gets a log line of its own. */
  function mayTell({ result }: WebhookRecord): boolean {
    minute ??= clock.timer(MINUTE_MS, endMinute).unref()
    const count = (refusals.get(result) ?? 0) + 1
    refusals.set(result, count)
    return count <= TOLD_A_MINUTE
  }

  return {
    webhook(record) {
      if (record.status === 202) log.info(record, 'webhook')
      else if (mayTell(record)) log[record.status >= 500 ? 'warn' : 'info'](record, 'webhook')
    },
    attempt: record => log.info(record, 'attempt'),
    [Symbol.dispose]: endMinute,
  }
}
