import { sql } from 'kysely'
import { openStore } from '#server/store/open-store.ts'
import { DAY_MS } from '#shared/limits.ts'
import { alertSorts } from '#shared/list-choices.ts'
import { startBotApi } from '../tests/support/bot-api/bot-api.ts'
import type { Trader } from '../tests/support/trader.ts'
import { type Figure, median, quantile, type Row } from './support/figure.ts'
import { fillHistory, UNCOMMON_WORD } from './support/fill-history.ts'
import { postAtRate } from './support/post-alerts.ts'
import { privateChats, startPregonero } from './support/start-pregonero.ts'

const FEW = 10_000
const MANY = 1_000_000
const CONNECTIONS = 6
const COMMON_WORD = 'binance'
const CALLS = 30
const SLOW_CALLS = 7
const WEBHOOKS = { perSecond: 100, count: 500 }
const ROUNDS = 15

type Query = NonNullable<Parameters<Trader['api']['alerts']['list']>[0]>
type Stage = Awaited<ReturnType<typeof start>>

/** Queries that a history of any length answers. */
const calls: Record<string, (stage: Stage) => Query> = {
  ...Object.fromEntries(alertSorts.map(sort => [`first page, ${sort}`, () => ({ sort })])),
  'one connection': ({ connectionId }) => ({ connectionId }),
  'failed ones': () => ({ status: 'failed' }),
  'failed ones of a connection': ({ connectionId }) => ({ status: 'failed', connectionId }),
  'none that wait': () => ({ status: 'pending' }),
  'a week': () => ({ from: daysAgo(21), to: daysAgo(14) }),
  'an uncommon word': () => ({ search: UNCOMMON_WORD }),
  'an uncommon word, by name': () => ({ search: UNCOMMON_WORD, sort: 'alertName-asc' }),
  'a word that nothing has': () => ({ search: 'ornitorrinco' }),
}

/** Queries that only a long history answers. */
const jumps: Record<string, (stage: Stage) => Query> = {
  'page 1,001 of 10 a page': () => ({ page: 1_001 }),
  'the middle': () => ({ page: 5_000, pageSize: 100 }),
  'the last page': () => ({ page: 10_000, pageSize: 100 }),
  'the middle, oldest first': () => ({ page: 5_000, pageSize: 100, sort: 'timestamp-asc' }),
  'the last page, by name': () => ({ page: 100, pageSize: 100, sort: 'alertName-asc' }),
  'the last page, by connection': () => ({ page: 100, pageSize: 100, sort: 'connectionName-asc' }),
  'failed ones, page 400': () => ({ page: 400, pageSize: 100, status: 'failed' }),
  'one connection, page 1,000': ({ connectionId }) => ({
    page: 1_000,
    pageSize: 100,
    connectionId,
  }),
}

export async function history(): Promise<Figure> {
  await using open = new AsyncDisposableStack()
  const few = open.use(await start(FEW))
  const many = open.use(await start(MANY))
  const rows: Row[] = []
  for (const [what, queryOf] of Object.entries(calls)) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < CALLS; round += 1) {
      times.few.push(await timed(few, queryOf(few)))
      times.many.push(await timed(many, queryOf(many)))
    }
    const row = { unit: 'ms', pregonero: median(times.many), control: median(times.few) }
    rows.push(
      { ...row, what, goal: { of: 'ratio', atMost: 2 } },
      { ...row, what: 'the same', control: null, goal: { of: 'value', atMost: 50 } },
    )
  }
  for (const [what, queryOf] of Object.entries(jumps)) {
    const times: number[] = []
    for (let round = 0; round < SLOW_CALLS; round += 1) times.push(await timed(many, queryOf(many)))
    const row = { what, unit: 'ms', pregonero: median(times), control: null }
    rows.push({ ...row, goal: { of: 'value', atMost: 300 } })
  }
  rows.push({
    what: 'counted of a word that all have',
    unit: '',
    pregonero: (await many.api.alerts.list({ search: COMMON_WORD })).total,
    control: null,
    goal: { of: 'value', atMost: 10_000 },
  })
  const p99 = { few: [] as number[], many: [] as number[] }
  for (const stage of [few, many]) await postAtRate(stage.target, WEBHOOKS)
  for (let round = 0; round < ROUNDS; round += 1) {
    p99.few.push(await p99WhileSearched(few))
    p99.many.push(await p99WhileSearched(many))
  }
  rows.push({
    what: 'webhooks while it is searched, p99',
    unit: 'ms',
    pregonero: median(p99.many),
    control: median(p99.few),
    goal: { of: 'ratio', atMost: 1.5 },
  })
  return {
    name: 'history',
    control: `the same with ${FEW.toLocaleString('en')} alerts instead of ${MANY.toLocaleString('en')}`,
    rows,
    notes: [
      `Medians of ${CALLS} calls over HTTP, in turn, and of ${SLOW_CALLS} for jumps; twelve weeks of history, ${CONNECTIONS} connections.`,
      `Webhooks: ${WEBHOOKS.perSecond} a second beside searches one after the other; medians of ${ROUNDS} rounds in turn.`,
    ],
  }
}

/** Pregonero with a number of past alerts, all of them indexed for search. */
async function start(alerts: number) {
  await using open = new AsyncDisposableStack()
  const botApi = open.use(await startBotApi())
  const routes = privateChats({ bots: CONNECTIONS, chats: CONNECTIONS })
  const { trader, place, target } = open.use(await startPregonero({ apiRoot: botApi.root, routes }))
  await using store = await openStore(place)
  await fillHistory(store, alerts)
  // Merges the index into one piece, as in a long history except for its newest part.
  await sql`insert into search_trigrams (search_trigrams) values ('optimize')`.execute(
    store.search.reader,
  )
  const [connection] = await trader.api.connections.list()
  const held = open.move()
  return {
    api: trader.api,
    connectionId: connection?.id ?? '',
    target,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** p99 of webhooks, in milliseconds, during searches without a pause. */
async function p99WhileSearched(stage: Stage): Promise<number> {
  let isPosting = true
  const searching = (async () => {
    while (isPosting)
      for (const search of [UNCOMMON_WORD, COMMON_WORD, 'ornitorrinco'])
        await stage.api.alerts.list({ search })
  })()
  const posted = await postAtRate(stage.target, WEBHOOKS)
  isPosting = false
  await searching
  return quantile(
    posted.map(({ took }) => took),
    0.99,
  )
}

async function timed({ api }: Stage, query: Query): Promise<number> {
  const begun = performance.now()
  await api.alerts.list(query)
  return performance.now() - begun
}

const daysAgo = (days: number): string =>
  new Date(Math.floor(Date.now() / DAY_MS - days) * DAY_MS).toISOString()
