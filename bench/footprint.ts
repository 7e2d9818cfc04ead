import { setTimeout as pause } from 'node:timers/promises'
import { type Figure, median } from './support/figure.ts'
import { postAtFullSpeed, postAtRate, type Target } from './support/post-alerts.ts'
import { cpuTime, memory } from './support/process-usage.ts'
import { bareTarget, privateChats, startPregonero } from './support/start-pregonero.ts'
import { type Running, startProcess } from './support/start-process.ts'
import { type Recorder, startRecorder } from './support/start-recorder.ts'

const STARTS = 5
const ROUNDS = 3
const IDLE_MS = 3_000
/** Below the rate limits, so that every alert is a message of its own. */
const CALM = { perSecond: 200, count: 1_000 }
const FLOOD = { connections: 64, enough: (posted: number) => posted >= 5_000 }

/** What Pregonero takes of the machine. */
export async function footprint(): Promise<Figure> {
  await using open = new AsyncDisposableStack()
  const routes = privateChats({ bots: 20, chats: 500 })
  const recorder = open.use(await startRecorder())
  const starts = await timedStarts(recorder.root)

  const forwarder = open.use(await startProcess('bare-server', { FORWARD_TO: recorder.root }))
  const pregonero = open.use(await startPregonero({ apiRoot: recorder.root, routes }))
  const toBare = { pid: forwarder.pid, target: bareTarget(forwarder.port, routes) }
  await pause(IDLE_MS)
  const idle = { bare: memory(forwarder.pid).now, own: memory(pregonero.pid).now }

  const cpu = { bare: [] as number[], own: [] as number[] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bare = await cpuPerAlert(toBare, recorder)
    const own = await cpuPerAlert(pregonero, recorder)
    // The first round warms up.
    if (round === 0) continue
    cpu.bare.push(bare)
    cpu.own.push(own)
  }
  for (const { target } of [toBare, pregonero]) {
    const posted = await postAtFullSpeed(target, FLOOD)
    await recorder.arrivals(posted.length)
  }
  return {
    name: 'footprint',
    control: 'a bare forwarder from memory: node:http in, fetch out',
    rows: [
      {
        what: 'start to ready',
        unit: 'ms',
        pregonero: median(starts.own),
        control: median(starts.bare),
      },
      {
        what: `memory, idle with ${routes.length} connections`,
        unit: 'MB',
        pregonero: idle.own,
        control: idle.bare,
      },
      {
        what: 'memory at its peak, 5,000 alerts at once',
        unit: 'MB',
        pregonero: memory(pregonero.pid).peak,
        control: memory(forwarder.pid).peak,
      },
      {
        what: `processor time an alert, at ${CALM.perSecond} a second`,
        unit: 'ms',
        pregonero: median(cpu.own),
        control: median(cpu.bare),
      },
    ],
    notes: [],
  }
}

async function timedStarts(apiRoot: string): Promise<{ bare: number[]; own: number[] }> {
  const starts = { bare: [] as number[], own: [] as number[] }
  for (let nth = 0; nth < STARTS; nth += 1) {
    await using bare: Running = await startProcess('bare-server')
    await using own: Running = await startPregonero({ apiRoot, routes: [] })
    starts.bare.push(bare.readyAfter)
    starts.own.push(own.readyAfter)
  }
  return starts
}

/** Milliseconds of processor time from the webhook to the answer of the Bot API. */
async function cpuPerAlert(
  { pid, target }: { pid: number; target: Target },
  recorder: Recorder,
): Promise<number> {
  const before = cpuTime(pid)
  await postAtRate(target, CALM)
  await recorder.arrivals(CALM.count)
  return (cpuTime(pid) - before) / CALM.count
}
