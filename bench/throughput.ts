import { type Figure, median, sum } from './support/figure.ts'
import { postAtFullSpeed, type Target } from './support/post-alerts.ts'
import { cpuTime, cpuTimeByThread, memory, ownCpuTime } from './support/process-usage.ts'
import { settled } from './support/settled.ts'
import { bareTarget, privateChats, startPregonero } from './support/start-pregonero.ts'
import { startProcess } from './support/start-process.ts'
import { type Recorder, startRecorder } from './support/start-recorder.ts'

const ALERTS = 5_000
const CONNECTIONS = 64
const ROUNDS = 3
/** Threads with a smaller share of the time are not named. */
const NAMED_SHARE = 0.01

/** Alerts posted at full speed to many chats, with a Telegram that answers at once and has no limits. */
export async function throughput(): Promise<Figure> {
  await using open = new AsyncDisposableStack()
  const routes = privateChats({ bots: 10, chats: 500 })
  const recorder = open.use(await startRecorder())
  const forwarder = open.use(await startProcess('bare-server', { FORWARD_TO: recorder.root }))
  const pregonero = open.use(
    await startPregonero({ apiRoot: recorder.root, routes, rateLimits: false }),
  )
  const toBare = {
    pid: forwarder.pid,
    target: bareTarget(forwarder.port, routes),
    settled: async () => {},
  }
  const toOwn = { ...pregonero, settled: () => settled(pregonero.place) }

  const bare: Run[] = []
  const own: Run[] = []
  let threadsBefore = new Map<string, number>()
  for (let round = 0; round <= ROUNDS; round += 1) {
    const runs = {
      bare: await deliverAll(toBare, recorder),
      own: await deliverAll(toOwn, recorder),
    }
    // The first round warms up.
    if (round === 0) {
      threadsBefore = cpuTimeByThread(pregonero.pid)
      continue
    }
    bare.push(runs.bare)
    own.push(runs.own)
  }
  const threads = cpuTimeByThread(pregonero.pid)
  const middle = (runs: Run[], what: keyof Run) => median(runs.map(run => run[what]))
  const busy = (runs: Run[]) =>
    `${middle(runs, 'server').toFixed(2)}, ${middle(runs, 'double').toFixed(2)} and ${middle(runs, 'client').toFixed(2)}`
  return {
    name: 'throughput',
    control: 'a bare forwarder from memory: node:http in, fetch out',
    rows: [
      {
        what: `${ALERTS.toLocaleString('en')} alerts over ${routes.length} chats, no rate limits: delivered`,
        unit: '1/s',
        pregonero: middle(own, 'rate'),
        control: middle(bare, 'rate'),
        goal: { of: 'ratio', atLeast: 0.8, aim: 0.95 },
      },
      {
        what: 'the same: processor time an alert, until all are settled',
        unit: 'ms',
        pregonero: middle(own, 'cpuAnAlert'),
        control: middle(bare, 'cpuAnAlert'),
        goal: { of: 'ratio', atMost: 1.5, aim: 1.2 },
      },
      {
        what: 'memory at its peak, all processes',
        unit: 'MB',
        pregonero: memory(pregonero.pid).peak,
        control: memory(forwarder.pid).peak,
        goal: { of: 'value', atMost: 260, aim: 200 },
      },
    ],
    notes: [
      'Settled: nothing is left to be sent, counted or indexed, by what the database says.',
      `Processor used until delivered by server, double and client, of one core: forwarder ${busy(bare)}, Pregonero ${busy(own)}.`,
      `Pregonero's busy time by thread: ${shares(threads, threadsBefore)}.`,
    ],
  }
}

/** `rate` a second, `cpuAnAlert` in milliseconds; the others in shares of one processor until delivered. */
type Run = { rate: number; cpuAnAlert: number; server: number; double: number; client: number }

async function deliverAll(
  { pid, target, settled }: { pid: number; target: Target; settled: () => Promise<void> },
  recorder: Recorder,
): Promise<Run> {
  const usage = () => [cpuTime(pid), cpuTime(recorder.pid), ownCpuTime()]
  const before = usage()
  const begun = performance.now()
  const [arrivals] = await Promise.all([
    recorder.arrivals(ALERTS),
    postAtFullSpeed(target, { connections: CONNECTIONS, enough: posted => posted >= ALERTS }),
  ])
  const took = performance.now() - begun
  const [server = 0, double = 0, client = 0] = usage().map(
    (after, who) => (after - (before[who] ?? 0)) / took,
  )
  const missing = ALERTS - new Set(arrivals.map(({ number }) => number)).size
  if (missing > 0) throw new Error(`${missing} alerts are lost`)
  await settled()
  const cpuAnAlert = (cpuTime(pid) - (before[0] ?? 0)) / ALERTS
  return { rate: (ALERTS / took) * 1_000, cpuAnAlert, server, double, client }
}

/** Shares of the total time, the largest first. */
function shares(after: Map<string, number>, before: Map<string, number>): string {
  const taken = [...after].map(([name, time]) => ({ name, time: time - (before.get(name) ?? 0) }))
  const all = sum(taken.map(({ time }) => time))
  return taken
    .filter(({ time }) => time >= all * NAMED_SHARE)
    .toSorted((a, b) => b.time - a.time)
    .map(({ name, time }) => `${name} ${Math.round((time * 100) / all)} %`)
    .join(', ')
}
