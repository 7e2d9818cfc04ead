import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../tests/support/postgres.ts'
import { checkOut } from './support/check-out.ts'
import { type Figure, median, type Row } from './support/figure.ts'
import { assertAccepted, postAtFullSpeed, postAtRate, type Target } from './support/post-alerts.ts'
import { cpuTime } from './support/process-usage.ts'
import { privateChats, startPregonero } from './support/start-pregonero.ts'
import type { Command } from './support/start-process.ts'
import { type Recorder, startRecorder } from './support/start-recorder.ts'

const EARLIER = '58fec1f'
const ROUNDS = 3
const ALERTS = 3_000
const CONNECTIONS = 64
const CALM = { perSecond: 100, count: 500 }
/** Leaves time for counting and indexing. */
const AFTERWARDS_MS = 5_000

const MORE_WORKERS = [
  { workers: 2, goal: { of: 'ratio', atLeast: 1.8, aim: 1.9 } },
  { workers: 4, goal: { of: 'ratio', atLeast: 3.4, aim: 3.7 } },
] as const
const ANSWER_AFTER_MS = 1_000
/** Enough that each process has its share. */
const BOTS = 500
const WARM_UP = 500
const SLOW_ALERTS = 1_500

/** On PostgreSQL: throughput and cost of one process, and the gain of more processes. */
export async function workers(): Promise<Figure> {
  const earlier = await checkOut(EARLIER).catch((error: Error) => error)
  const isThere = !(earlier instanceof Error)
  const rows = await besideEarlier(isThere ? await serverOf(earlier) : null)
  return {
    name: 'workers',
    control: `one process at commit ${EARLIER}; of more workers, one`,
    rows: [...rows, ...(await besideOneWorker())],
    notes: [
      `${ALERTS.toLocaleString('en')} alerts over 500 chats of 100 bots at full speed, no rate limits. PostgreSQL, the client and the double share the machine with them.`,
      `More workers: ${SLOW_ALERTS.toLocaleString('en')} alerts to ${BOTS} bots, each a message, until the last is answered. A clock binds them and no core: they are measured once.`,
      ...(isThere
        ? []
        : [`Commit ${EARLIER} can't be had here: ${earlier.message.split('\n')[0]}`]),
    ],
  }
}

/** Server of that commit without rate limits. */
async function serverOf(folder: string): Promise<Command> {
  const flags = JSON.parse(await readFile(join(folder, 'scripts/server-flags.json'), 'utf8'))
  return { args: [...flags, 'bench/support/unbudgeted-server.ts'], cwd: folder }
}

/** @param earlier null without a comparison */
async function besideEarlier(earlier: Command | null): Promise<Row[]> {
  await using open = new AsyncDisposableStack()
  const recorder = open.use(await startRecorder())
  const own = open.use(await startOnPostgres(recorder))
  const control = earlier && open.use(await startOnPostgres(recorder, earlier))

  const measured = { own: [] as Run[], control: [] as Run[] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const runs = {
      own: await measure(own, recorder),
      control: control && (await measure(control, recorder)),
    }
    // The first round warms up.
    if (round === 0) continue
    measured.own.push(runs.own)
    if (runs.control) measured.control.push(runs.control)
  }
  const row = (what: keyof Run) => ({
    pregonero: median(measured.own.map(run => run[what])),
    control: control && median(measured.control.map(run => run[what])),
  })
  return [
    {
      ...row('rate'),
      what: 'PostgreSQL, one process: delivered',
      unit: '1/s',
      ...(control && { goal: { of: 'ratio', atLeast: 1.7, aim: 2.5 } }),
    },
    {
      ...row('cpuAnAlert'),
      what: `the same: processor time of PostgreSQL an alert, at ${CALM.perSecond} a second`,
      unit: 'ms',
      goal: { of: 'value', atMost: 2, aim: 1.5 },
    },
  ]
}

type OnPostgres = AsyncDisposable & { target: Target; postgresPid: number }

/** One process with a PostgreSQL to itself. @param server the current product by default */
async function startOnPostgres({ root }: Recorder, server?: Command): Promise<OnPostgres> {
  await using open = new AsyncDisposableStack()
  const postgres = open.use(await startPostgres())
  const { target } = open.use(
    await startPregonero({
      apiRoot: root,
      routes: privateChats({ bots: 100, chats: 500 }),
      rateLimits: false,
      databaseUrl: await postgres.createDatabase(),
      ...(server && { server }),
    }),
  )
  const held = open.move()
  return { target, postgresPid: postgres.pid, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

/** Alerts delivered per second at full speed, and PostgreSQL's milliseconds per alert at a calm rate. */
type Run = { rate: number; cpuAnAlert: number }

async function measure({ target, postgresPid }: OnPostgres, recorder: Recorder): Promise<Run> {
  const begun = performance.now()
  await flood(target, ALERTS)
  await recorder.arrivals(ALERTS)
  const rate = (ALERTS / (performance.now() - begun)) * 1_000
  await pause(AFTERWARDS_MS)

  const before = cpuTime(postgresPid)
  assertAccepted(await postAtRate(target, CALM))
  await recorder.arrivals(CALM.count)
  await pause(AFTERWARDS_MS)
  return { rate, cpuAnAlert: (cpuTime(postgresPid) - before) / CALM.count }
}

/** While Telegram is slow, a process is bound by its limit of requests in flight. */
async function besideOneWorker(): Promise<Row[]> {
  await using postgres = await startPostgres()
  await using recorder = await startRecorder({ answerAfter: ANSWER_AFTER_MS })
  const rateOf = async (workers: number): Promise<number> => {
    await using pregonero = await startPregonero({
      apiRoot: recorder.root,
      routes: privateChats({ bots: BOTS, chats: BOTS }),
      rateLimits: false,
      groupBursts: false,
      databaseUrl: await postgres.createDatabase(),
      workers,
    })
    await answeredASecond(pregonero.target, WARM_UP, recorder)
    return await answeredASecond(pregonero.target, SLOW_ALERTS, recorder)
  }
  const control = await rateOf(1)
  const rows: Row[] = []
  for (const { workers, goal } of MORE_WORKERS)
    rows.push({
      what: `${workers} workers, of a Telegram that takes ${ANSWER_AFTER_MS / 1_000} s to answer`,
      unit: '1/s',
      pregonero: await rateOf(workers),
      control,
      goal,
    })
  return rows
}

async function answeredASecond(
  target: Target,
  alerts: number,
  recorder: Recorder,
): Promise<number> {
  const [arrivals] = await Promise.all([recorder.arrivals(alerts), flood(target, alerts)])
  const first = arrivals[0]?.at ?? Number.NaN
  const last = arrivals.at(-1)?.at ?? Number.NaN
  return (alerts / (last + ANSWER_AFTER_MS - first)) * 1_000
}

async function flood(target: Target, alerts: number): Promise<void> {
  const enough = (posted: number) => posted >= alerts
  assertAccepted(await postAtFullSpeed(target, { connections: CONNECTIONS, enough }))
}
