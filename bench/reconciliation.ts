import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openStore, type StorePlace } from '#server/store/open-store.ts'
import { exactKey, lateKeys, nameKey } from '#shared/reconciliation/body-keys.ts'
import { type LogRow, packRows } from '#shared/reconciliation/pack.ts'
import { startBotApi } from '../tests/support/bot-api/bot-api.ts'
import { type Figure, quantile } from './support/figure.ts'
import { fillHistory } from './support/fill-history.ts'
import { assertAccepted, type Posted, postAtRate } from './support/post-alerts.ts'
import { privateChats, startPregonero } from './support/start-pregonero.ts'

const ALERTS = 1_000_000
const ROWS = 50_000
const DAYS = 84
const CALM = { perSecond: 20, count: 600 }
const ROUNDS = 5
const WITHIN_MS = 5_000

/** Comparison of TradingView's log with a long history, and its effect on webhooks. */
export async function reconciliation(): Promise<Figure> {
  await using open = new AsyncDisposableStack()
  const { root } = open.use(await startBotApi())
  const routes = privateChats({ bots: 4, chats: 20 })
  const { target, trader, place } = open.use(await startPregonero({ apiRoot: root, routes }))
  const folder = await mkdtemp(join(tmpdir(), 'pregonero-log-'))
  open.defer(() => rm(folder, { recursive: true, force: true }))
  const logs = { near: join(folder, 'near'), wide: join(folder, 'wide') }
  await fill(place, logs)
  const readyToCompare = (log: string) =>
    sendApart([`http://127.0.0.1:${target.port}`, trader.cookie, log])

  assertAccepted(await postAtRate(target, CALM))
  const alone = await postAtRate(target, CALM)
  assertAccepted(alone)

  const near: number[] = []
  const wide: number[] = []
  let beside: Posted[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const compare = await readyToCompare(logs.near)
    const posting = postAtRate(target, { ...CALM, count: CALM.count / ROUNDS })
    near.push(await compare())
    const posted = await posting
    assertAccepted(posted)
    beside = beside.concat(posted)
  }
  for (let round = 0; round < 3; round += 1) {
    const compare = await readyToCompare(logs.wide)
    wide.push(await compare())
  }

  const p99 = (posted: readonly Posted[]) =>
    quantile(
      posted.map(({ took }) => took),
      0.99,
    )
  return {
    name: 'reconciliation',
    control: 'the webhooks alone',
    rows: [
      {
        what: `${ROWS.toLocaleString('en')} rows of the same days`,
        unit: 'ms',
        pregonero: Math.max(...near),
        control: null,
        goal: { of: 'value', atMost: WITHIN_MS },
      },
      {
        what: 'as many rows, over the whole history',
        unit: 'ms',
        pregonero: Math.max(...wide),
        control: null,
        goal: { of: 'value', atMost: WITHIN_MS },
      },
      {
        what: 'webhooks meanwhile, 99th percentile',
        unit: 'ms',
        pregonero: p99(beside),
        control: p99(alone),
      },
    ],
    notes: [
      `${ALERTS.toLocaleString('en')} alerts over ${DAYS} days; the slowest of ${ROUNDS} comparisons, and of 3 over all days, by a client that is a process of its own.`,
      `Webhooks at ${CALM.perSecond} a second; ${CALM.count} alone, and ${CALM.count} while logs are compared.`,
    ],
  }
}

/** Writes the newest alerts as a log, and as many from the whole history. */
async function fill(place: StorePlace, logs: { near: string; wide: string }): Promise<void> {
  await using store = await openStore(place)
  await fillHistory(store, ALERTS, DAYS)
  const write = async (file: string, every: number) => {
    const alerts = await store.db
      .selectFrom('alerts')
      .select(['received_at', 'name', 'reading', 'payload', 'raw_body'])
      .where(sql<boolean>`cast(substr(id, 9) as integer) % ${sql.lit(every)} = 0`)
      .orderBy('received_at', 'desc')
      .limit(ROWS)
      .execute()
    const rows = alerts.map(
      ({ received_at: at, name, ...body }): LogRow => ({
        at: at - (at % 1_000),
        exact: exactKey(body),
        ...lateKeys(body, name),
        series: nameKey(name),
        name: nameKey(name),
        claim: 'sent',
      }),
    )
    await writeFile(file, await packRows(rows).bytes())
  }
  await write(logs.near, 1)
  await write(logs.wide, ALERTS / ROWS)
}

/**
 * Starts a client beforehand, so that its start is not measured.
 * @param order origin, cookie and file
 * @returns sends the log; resolves to milliseconds until the whole answer arrived
 */
async function sendApart(order: readonly string[]): Promise<() => Promise<number>> {
  const child = fork(join(import.meta.dirname, 'support/send-log.ts'), order)
  const ended = once(child, 'exit')
  const says = () =>
    Promise.race([
      once(child, 'message'),
      ended.then(() => {
        throw new Error('the log could not be compared')
      }),
    ])
  await says()
  return async () => {
    const answered = says()
    child.send('go')
    const [took] = await answered
    await ended
    return Number(took)
  }
}
