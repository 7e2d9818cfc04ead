import { type Figure, median } from './support/figure.ts'
import { postAtFullSpeed, type Target } from './support/post-alerts.ts'
import { cpuTime, memory } from './support/process-usage.ts'
import { bareTarget, privateChats, startPregonero } from './support/start-pregonero.ts'
import { startProcess } from './support/start-process.ts'
import { type Recorder, startRecorder } from './support/start-recorder.ts'

const ALERTS = 5_000
const CONNECTIONS = 64
const ROUNDS = 5

/** Alerts posted at full speed to many chats, of a Telegram that answers at once and has no limits. */
export async function throughput(): Promise<Figure> {
  await using open = new AsyncDisposableStack()
  const routes = privateChats({ bots: 10, chats: 500 })
  const recorder = open.use(await startRecorder())
  const forwarder = open.use(await startProcess('bare-server', { FORWARD_TO: recorder.root }))
  const pregonero = open.use(
    await startPregonero({ apiRoot: recorder.root, routes, rateLimits: false }),
  )

  const bare: Run[] = []
  const own: Run[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const runs = {
      bare: await deliverAll(bareTarget(forwarder.port, routes), forwarder.pid, recorder),
      own: await deliverAll(pregonero.target, pregonero.pid, recorder),
    }
    // The first round warms up.
    if (round === 0) continue
    bare.push(runs.bare)
    own.push(runs.own)
  }
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
        goal: { of: 'ratio', atLeast: 0.7 },
      },
      {
        what: 'memory at its peak',
        unit: 'MB',
        pregonero: memory(pregonero.pid).peak,
        control: memory(forwarder.pid).peak,
        goal: { of: 'value', atMost: 200 },
      },
    ],
    notes: [
      `Processor used by server, double and client, of one core: forwarder ${busy(bare)}, Pregonero ${busy(own)}.`,
    ],
  }
}

/** `rate` a second; the others in shares of one processor. */
type Run = { rate: number; server: number; double: number; client: number }

async function deliverAll(target: Target, pid: number, recorder: Recorder): Promise<Run> {
  const usage = () => [pid, recorder.pid, process.pid].map(cpuTime)
  const before = usage()
  const begun = performance.now()
  const [arrivals] = await Promise.all([
    recorder.arrivals(ALERTS),
    postAtFullSpeed(target, { connections: CONNECTIONS, enough: posted => posted >= ALERTS }),
  ])
  const took = performance.now() - begun
  if (arrivals.length !== ALERTS) throw new Error(`${arrivals.length} alerts arrived`)
  const [server = 0, double = 0, client = 0] = usage().map(
    (after, who) => (after - (before[who] ?? 0)) / took,
  )
  return { rate: (ALERTS / took) * 1_000, server, double, client }
}
