import { openStore } from '#server/store/open-store.ts'
import { freePort } from '../tests/support/free-port.ts'
import { type Figure, median } from './support/figure.ts'
import { fillHistory, UNCOMMON_WORD } from './support/fill-history.ts'
import { fillQueue } from './support/fill-queue.ts'
import { longestStop, reportsStops } from './support/longest-stop.ts'
import { assertAccepted, postAtFullSpeed, postAtRate, type Target } from './support/post-alerts.ts'
import { settled } from './support/settled.ts'
import {
  bareTarget,
  type Pregonero,
  privateChats,
  startPregonero,
} from './support/start-pregonero.ts'
import { type Running, startProcess } from './support/start-process.ts'
import { type Recorder, startRecorder } from './support/start-recorder.ts'

const ROUNDS = 3
const FLOOD = 10_000
const CONNECTIONS = 64
const WAITING = 100_000
const LONGEST_WAIT_MS = 120_000
const HISTORY = 1_000_000
const CALM = { perSecond: 100, count: 500 }
const SEARCHES = [UNCOMMON_WORD, 'binance', 'ornitorrinco']

type Stops = { own: number; bare: number }

/** Longest stop of the serving thread under its hardest loads. */
export async function stops(): Promise<Figure> {
  const inFlood = await whileFlooded()
  const inSearch = await whileSearched()
  const goal = { of: 'value', atMost: 35, aim: 15 } as const
  return {
    name: 'stops',
    control: 'a bare forwarder from memory, under the same load; for the lane in the flood',
    rows: [
      {
        what: `longest stop, a flood of ${FLOOD.toLocaleString('en')} and until all are settled`,
        unit: 'ms',
        pregonero: inFlood.own,
        control: inFlood.bare,
        goal,
      },
      {
        what: `longest stop, a lane of ${WAITING.toLocaleString('en')} drained after an outage`,
        unit: 'ms',
        pregonero: await whileDrained(),
        control: inFlood.bare,
        goal,
      },
      {
        what: `longest stop, searches at ${HISTORY.toLocaleString('en')} while ${CALM.perSecond} a second come`,
        unit: 'ms',
        pregonero: inSearch.own,
        control: inSearch.bare,
        goal,
      },
    ],
    notes: [
      `The longest turn of the event loop, without what it waits for; medians of ${ROUNDS} rounds, the lane once. No rate limits but for the searches.`,
    ],
  }
}

async function whileFlooded(): Promise<Stops> {
  await using open = new AsyncDisposableStack()
  const routes = privateChats({ bots: 10, chats: 500 })
  const recorder = open.use(await startRecorder())
  const forwarder = open.use(await startForwarder(recorder))
  const given = { apiRoot: recorder.root, routes, rateLimits: false, env: reportsStops }
  const pregonero = open.use(await startPregonero(given))
  const flood = async (target: Target) => {
    const load = { connections: CONNECTIONS, enough: (posted: number) => posted >= FLOOD }
    assertAccepted(await postAtFullSpeed(target, load))
    await recorder.arrivals(FLOOD)
  }
  return await inTurn({
    own: {
      server: pregonero,
      async load() {
        await flood(pregonero.target)
        await settled(pregonero.place)
      },
    },
    bare: { server: forwarder, load: () => flood(bareTarget(forwarder.port, routes)) },
  })
}

async function whileDrained(): Promise<number> {
  const port = await freePort()
  await using pregonero = await startPregonero({
    apiRoot: `http://127.0.0.1:${port}`,
    routes: privateChats({ bots: 1, chats: 1 }),
    rateLimits: false,
    env: reportsStops,
  })
  await fillQueue(pregonero, WAITING)
  await longestStop(pregonero)
  await using recorder = await startRecorder({ port })
  await recorder.arrivalsWithin(LONGEST_WAIT_MS, WAITING)
  return await longestStop(pregonero)
}

async function whileSearched(): Promise<Stops> {
  await using open = new AsyncDisposableStack()
  const routes = privateChats({ bots: 6, chats: 200 })
  const recorder = open.use(await startRecorder())
  const forwarder = open.use(await startForwarder(recorder))
  const given = { apiRoot: recorder.root, routes, env: reportsStops }
  const pregonero = open.use(await startPregonero(given))
  {
    await using store = await openStore(pregonero.place)
    await fillHistory(store, HISTORY)
  }
  const alertsCome = async (target: Target) => {
    assertAccepted(await postAtRate(target, CALM))
    await recorder.arrivals(CALM.count)
  }
  return await inTurn({
    own: { server: pregonero, load: () => searching(pregonero, alertsCome(pregonero.target)) },
    bare: { server: forwarder, load: () => alertsCome(bareTarget(forwarder.port, routes)) },
  })
}

const startForwarder = (recorder: Recorder): Promise<Running> =>
  startProcess('bare-server', { FORWARD_TO: recorder.root, ...reportsStops })

/** Searches without a pause until the promise settles. */
async function searching({ trader }: Pregonero, until: Promise<void>): Promise<void> {
  let isOver = false
  const search = async () => {
    while (!isOver) for (const word of SEARCHES) await trader.api.alerts.list({ search: word })
  }
  const over = until.finally(() => {
    isOver = true
  })
  await Promise.all([over, search()])
}

type Loaded = { server: Running; load: () => Promise<void> }

async function inTurn({ own, bare }: { own: Loaded; bare: Loaded }): Promise<Stops> {
  const stops = { own: [] as number[], bare: [] as number[] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    stops.bare.push(await stopUnder(bare))
    stops.own.push(await stopUnder(own))
  }
  // The first round warms up.
  return { own: median(stops.own.slice(1)), bare: median(stops.bare.slice(1)) }
}

async function stopUnder({ server, load }: Loaded): Promise<number> {
  await longestStop(server)
  await load()
  return await longestStop(server)
}
