import { setTimeout as pause } from 'node:timers/promises'
import { type Figure, median } from './support/figure.ts'
import { assertAccepted, postAtFullSpeed, postAtRate, type Target } from './support/post-alerts.ts'
import { cpuTime, memory } from './support/process-usage.ts'
import { settled } from './support/settled.ts'
import { bareTarget, privateChats, startPregonero } from './support/start-pregonero.ts'
import { type Running, startProcess } from './support/start-process.ts'
import { type Recorder, startRecorder } from './support/start-recorder.ts'

const STARTS = 5
const ROUNDS = 3
const IDLE_MS = 3_000
/** Below the rate limits, so that every alert is sent as its own message. */
const CALM = { perSecond: 200, count: 1_000 }
const FLOOD = 10_000
const CONNECTIONS = 64

/** Resources that Pregonero takes of the machine, its launcher included. */
export async function footprint(): Promise<Figure> {
  await using open = new AsyncDisposableStack()
  const routes = privateChats({ bots: 20, chats: 500 })
  const recorder = open.use(await startRecorder())
  const starts = await timedStarts(recorder.root)

  const forwarder = open.use(await startProcess('bare-server', { FORWARD_TO: recorder.root }))
  const pregonero = open.use(await startPregonero({ apiRoot: recorder.root, routes }))
  const toBare = {
    pid: forwarder.pid,
    target: bareTarget(forwarder.port, routes),
    settled: async () => {},
  }
  const toOwn = { ...pregonero, settled: () => settled(pregonero.place) }
  await pause(IDLE_MS)
  const idle = { bare: memory(forwarder.pid).now, own: memory(pregonero.pid).now }

  const cpu = { bare: [] as number[], own: [] as number[] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bare = await cpuPerAlert(toBare, recorder)
    const own = await cpuPerAlert(toOwn, recorder)
    // The first round warms up.
    if (round === 0) continue
    cpu.bare.push(bare)
    cpu.own.push(own)
  }
  for (const { target } of [toBare, toOwn]) {
    const load = { connections: CONNECTIONS, enough: (posted: number) => posted >= FLOOD }
    assertAccepted(await postAtFullSpeed(target, load))
    await recorder.arrivals(FLOOD)
  }
  await toOwn.settled()
  return {
    name: 'footprint',
    control: 'a bare forwarder from memory: node:http in, fetch out',
    rows: [
      {
        what: 'start to ready, a new installation',
        unit: 'ms',
        pregonero: median(starts.own),
        control: median(starts.bare),
        goal: { of: 'value', atMost: 500, aim: 400 },
      },
      {
        what: `memory, idle with ${routes.length} connections, all processes`,
        unit: 'MB',
        pregonero: idle.own,
        control: idle.bare,
        goal: { of: 'value', atMost: 170, aim: 140 },
      },
      {
        what: `memory at its peak, ${FLOOD.toLocaleString('en')} alerts at once, all processes`,
        unit: 'MB',
        pregonero: memory(pregonero.pid).peak,
        control: memory(forwarder.pid).peak,
        goal: { of: 'value', atMost: 260, aim: 200 },
      },
      {
        what: `processor time an alert, at ${CALM.perSecond} a second, until all are settled`,
        unit: 'ms',
        pregonero: median(cpu.own),
        control: median(cpu.bare),
        goal: { of: 'ratio', atMost: 2.1, aim: 1.6 },
      },
    ],
    notes: [
      'Started as `npm start` does, npm itself left out. Memory is resident, pages of files counted once.',
    ],
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

/** Milliseconds of processor time per alert, from the webhook until all work is done. */
async function cpuPerAlert(
  { pid, target, settled }: { pid: number; target: Target; settled: () => Promise<void> },
  recorder: Recorder,
): Promise<number> {
  const before = cpuTime(pid)
  assertAccepted(await postAtRate(target, CALM))
  await recorder.arrivals(CALM.count)
  await settled()
  return (cpuTime(pid) - before) / CALM.count
}
