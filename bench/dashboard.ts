import { openStore } from '#server/store/open-store.ts'
import { FEED_ALERTS } from '#shared/limits.ts'
import { startBotApi } from '../tests/support/bot-api/bot-api.ts'
import type { Trader } from '../tests/support/trader.ts'
import { type Figure, median, type Row } from './support/figure.ts'
import { fillHistory } from './support/fill-history.ts'
import { privateChats, startPregonero } from './support/start-pregonero.ts'

const FEW = 10_000
const MANY = 1_000_000
const CONNECTIONS = 6
const CALLS = 50
const tz = 'Europe/Madrid'

type Api = Trader['api']

/** Calls that the panel makes, with the whole history behind it. */
const calls: Record<string, (api: Api, connectionId: string) => Promise<unknown>> = {
  'summary, all connections': api => api.stats.summary({ tz }),
  'summary, one connection': (api, connectionId) => api.stats.summary({ tz, connectionId }),
  'trend, 7 days': api => api.stats.trend({ tz, period: '7d' }),
  'trend, 30 days': api => api.stats.trend({ tz, period: '30d' }),
  'trend, 12 weeks': api => api.stats.trend({ tz, period: '12w' }),
  'trend, 12 weeks of one connection': (api, connectionId) =>
    api.stats.trend({ tz, period: '12w', connectionId }),
  'alerts by connection': api => api.stats.byConnection({ tz }),
  'the latest alerts': api => api.alerts.recent({ limit: FEED_ALERTS }),
  'the latest alerts of one connection': (api, connectionId) =>
    api.alerts.recent({ connectionId, limit: FEED_ALERTS }),
  connections: api => api.connections.list(),
}

export async function dashboard(): Promise<Figure> {
  await using open = new AsyncDisposableStack()
  const botApi = open.use(await startBotApi())
  const routes = privateChats({ bots: CONNECTIONS, chats: CONNECTIONS })
  const start = async (alerts: number) => {
    const { trader, place } = open.use(await startPregonero({ apiRoot: botApi.root, routes }))
    await using store = await openStore(place)
    await fillHistory(store, alerts)
    const [connection] = await trader.api.connections.list()
    return { api: trader.api, connectionId: connection?.id ?? '' }
  }
  const few = await start(FEW)
  const many = await start(MANY)

  const rows: Row[] = []
  for (const [what, call] of Object.entries(calls)) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < CALLS; round += 1) {
      times.few.push(await timed(() => call(few.api, few.connectionId)))
      times.many.push(await timed(() => call(many.api, many.connectionId)))
    }
    const row = { unit: 'ms', pregonero: median(times.many), control: median(times.few) }
    rows.push(
      { ...row, what, goal: { of: 'ratio', atMost: 2 } },
      { ...row, what: 'the same', control: null, goal: { of: 'value', atMost: 50 } },
    )
  }
  return {
    name: 'dashboard',
    control: `the same calls with ${FEW.toLocaleString('en')} alerts instead of ${MANY.toLocaleString('en')}`,
    rows,
    notes: [
      `Medians of ${CALLS} calls over HTTP, in turn; twelve weeks of history, ${CONNECTIONS} connections.`,
    ],
  }
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await call()
  return performance.now() - begun
}
