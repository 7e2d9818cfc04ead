import type { Alert } from '#shared/model/alert.ts'
import type { Trader } from '../../support/trader.ts'
import { checkPromise, type Exceptions } from './check-promise.ts'
import type { Kept } from './fault.ts'
import type { Stage } from './stage.ts'
import { until } from './until.ts'

/** Waits until nothing waits any more, and holds the outcome against the promise. */
export async function assertKept(
  { lines, botApi, trader }: Pick<Stage, 'lines' | 'botApi' | 'trader'>,
  exceptions?: Exceptions,
): Promise<Kept> {
  await until('nothing waits any more', async () => (await countPending(trader)) === 0)
  const history = await readHistory(trader)
  return checkPromise({ ...botApi, lines, history }, exceptions)
}

async function countPending({ api }: Trader): Promise<number> {
  return (await api.alerts.list({ status: 'pending' })).total
}

/** Every alert there is, by id. */
async function readHistory({ api }: Trader): Promise<Map<string, Alert>> {
  const history = new Map<string, Alert>()
  for (let page = 1; ; page += 1) {
    const { items, total } = await api.alerts.list({ page, pageSize: 100 })
    for (const alert of items) history.set(alert.id, alert)
    if (page * 100 >= total) return history
  }
}
