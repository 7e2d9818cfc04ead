import { type Figure, median, quantile } from './support/figure.ts'
import {
  assertAccepted,
  type Posted,
  postAtFullSpeed,
  postAtRate,
  type Target,
} from './support/post-alerts.ts'
import { cpuTime, ownCpuTime } from './support/process-usage.ts'
import { bareTarget, privateChats, startPregonero } from './support/start-pregonero.ts'
import { startProcess } from './support/start-process.ts'
import { startRecorder } from './support/start-recorder.ts'
import { syncTimes } from './support/sync-times.ts'

const CONNECTIONS = 64
const ROUNDS = 5
const FLOOD_MS = 2_000
const CALM = { perSecond: 100, count: 500 }

/** Webhooks answered 202, each of them on disk by then. */
export async function ingest(): Promise<Figure> {
  await using open = new AsyncDisposableStack()
  const routes = privateChats({ bots: 10, chats: 200 })
  const recorder = open.use(await startRecorder())
  const silent = open.use(await startRecorder({ silent: true }))
  const bare = open.use(await startProcess('bare-server'))
  const delivering = open.use(await startPregonero({ apiRoot: recorder.root, routes }))
  const stalled = open.use(await startPregonero({ apiRoot: silent.root, routes }))

  const toBare = { pid: bare.pid, target: bareTarget(bare.port, routes) }
  const rates = { bare: [] as Flood[], delivering: [] as Flood[], stalled: [] as Flood[] }
  const p99s = { bare: [] as number[], delivering: [] as number[] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const floods = {
      bare: await flood(toBare),
      delivering: await flood(delivering),
      stalled: await flood(stalled),
    }
    await recorder.arrivals(floods.delivering.posted)
    const calm = {
      bare: p99Of(await postAtRate(toBare.target, CALM)),
      delivering: p99Of(await postAtRate(delivering.target, CALM)),
    }
    await recorder.arrivals(CALM.count)
    // The first round warms up.
    if (round === 0) continue
    for (const who of ['bare', 'delivering', 'stalled'] as const) rates[who].push(floods[who])
    for (const who of ['bare', 'delivering'] as const) p99s[who].push(calm[who])
  }

  const middle = (floods: Flood[], what: keyof Flood) => median(floods.map(one => one[what]))
  const row = { unit: '1/s', control: middle(rates.bare, 'rate') }
  return {
    name: 'ingest',
    control: 'a bare node:http server that parses the JSON and stores nothing',
    rows: [
      {
        ...row,
        what: `durable webhooks, ${CONNECTIONS} connections, delivering meanwhile`,
        pregonero: middle(rates.delivering, 'rate'),
        goal: { of: 'ratio', atLeast: 0.18, aim: 0.25 },
      },
      {
        ...row,
        what: 'the same while Telegram hangs: ingest alone',
        pregonero: middle(rates.stalled, 'rate'),
        goal: { of: 'ratio', atLeast: 0.4, aim: 0.55 },
      },
      {
        what: `p99 of the acknowledgement at ${CALM.perSecond} a second`,
        unit: 'ms',
        pregonero: median(p99s.delivering),
        control: median(p99s.bare),
        goal: { of: 'ratio', atMost: 2 },
      },
    ],
    notes: [
      await syncTimes(),
      `Processor used by the server and by the client, of one core: bare ${shares(rates.bare)}, delivering ${shares(rates.delivering)}, alone ${shares(rates.stalled)}.`,
    ],
  }

  function shares(floods: Flood[]): string {
    return `${middle(floods, 'server').toFixed(2)} and ${middle(floods, 'client').toFixed(2)}`
  }
}

/** `rate` a second; `server` and `client` in shares of one processor. */
type Flood = { posted: number; rate: number; server: number; client: number }

async function flood({ pid, target }: { pid: number; target: Target }): Promise<Flood> {
  const [begun, serverBefore, ownBefore] = [performance.now(), cpuTime(pid), ownCpuTime()]
  const posted = await postAtFullSpeed(target, {
    connections: CONNECTIONS,
    enough: () => performance.now() - begun >= FLOOD_MS,
  })
  const took = performance.now() - begun
  assertAccepted(posted)
  return {
    posted: posted.length,
    rate: (posted.length / took) * 1_000,
    server: (cpuTime(pid) - serverBefore) / took,
    client: (ownCpuTime() - ownBefore) / took,
  }
}

function p99Of(posted: Posted[]): number {
  assertAccepted(posted)
  return quantile(
    posted.map(one => one.took),
    0.99,
  )
}
