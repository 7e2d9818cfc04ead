import { startPostgres } from '../tests/support/postgres.ts'
import { type Figure, median, type Row } from './support/figure.ts'
import { postAtFullSpeed, type Target } from './support/post-alerts.ts'
import { privateChats, startPregonero } from './support/start-pregonero.ts'
import { type Recorder, startRecorder } from './support/start-recorder.ts'

const ALERTS = 3_000
const CONNECTIONS = 64
const ROUNDS = 3
const WORKERS = [1, 2, 4]

/** The same load on PostgreSQL, with more and more processes that deliver, beside SQLite's. */
export async function workers(): Promise<Figure> {
  await using open = new AsyncDisposableStack()
  const postgres = open.use(await startPostgres())
  const recorder = open.use(await startRecorder())
  const routes = privateChats({ bots: 100, chats: 500 })
  const given = { apiRoot: recorder.root, routes, rateLimits: false }
  const control = await deliveredASecond(given, recorder)
  const row = async (what: string, options: { workers?: number }): Promise<Row> => {
    const databaseUrl = await postgres.createDatabase()
    const pregonero = await deliveredASecond({ ...given, ...options, databaseUrl }, recorder)
    return { what, unit: '1/s', pregonero, control }
  }
  const rows = [await row('PostgreSQL, one process', {})]
  for (const count of WORKERS)
    rows.push(await row(`one for requests, ${count} that deliver`, { workers: count }))
  return {
    name: 'workers',
    control: 'one process on SQLite',
    rows,
    notes: [
      `${ALERTS.toLocaleString('en')} alerts over ${routes.length} chats of 100 bots at full speed, no rate limits. PostgreSQL, the client and the double share the machine with them.`,
    ],
  }
}

async function deliveredASecond(
  options: Parameters<typeof startPregonero>[0],
  recorder: Recorder,
): Promise<number> {
  await using pregonero = await startPregonero(options)
  const rates: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1)
    rates.push(await deliverAll(pregonero.target, recorder))
  // The first round warms up.
  return median(rates.slice(1))
}

async function deliverAll(target: Target, recorder: Recorder): Promise<number> {
  const begun = performance.now()
  await Promise.all([
    recorder.arrivals(ALERTS),
    postAtFullSpeed(target, { connections: CONNECTIONS, enough: posted => posted >= ALERTS }),
  ])
  return (ALERTS / (performance.now() - begun)) * 1_000
}
