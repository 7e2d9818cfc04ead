import type { Alert } from '#shared/model/alert.ts'
import type { Trader } from '../../support/trader.ts'
import { until } from '../../support/until.ts'
import { checkPromise, type Evidence, type Exceptions } from './check-promise.ts'
import type { Kept } from './fault.ts'

type Seen = {
  lines: Evidence['lines']
  botApi: Pick<Evidence, 'messages' | 'requests'>
  trader: Trader
}

/** Waits until no alert waits any more, and checks the outcome against the promise. */
export async function assertKept(
  { lines, botApi, trader }: Seen,
  exceptions?: Exceptions,
): Promise<Kept> {
  await until('nothing waits any more', async () => (await countPending(trader)) === 0)
  const { messages, requests } = botApi
  return checkPromise(
    { lines, messages, requests, failures: await readFailures(trader) },
    exceptions,
  )
}

async function countPending({ api }: Trader): Promise<number> {
  return (await api.alerts.list({ status: 'pending' })).total
}

/** Every alert that has failed, by id. */
async function readFailures({ api }: Trader): Promise<Map<string, Alert>> {
  const failures = new Map<string, Alert>()
  for (let page = 1; ; page += 1) {
    const { items, total } = await api.alerts.list({ status: 'failed', page, pageSize: 100 })
    for (const alert of items) failures.set(alert.id, alert)
    if (page * 100 >= total) return failures
  }
}
