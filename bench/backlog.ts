import { freePort } from '../tests/support/free-port.ts'
import { type Figure, median, type Row } from './support/figure.ts'
import { fillQueue } from './support/fill-queue.ts'
import { postAtFullSpeed, type Target } from './support/post-alerts.ts'
import { memory } from './support/process-usage.ts'
import type { Arrival } from './support/recorder.ts'
import { privateChats, startPregonero } from './support/start-pregonero.ts'
import { type Recorder, startRecorder } from './support/start-recorder.ts'

const WAITING = 100_000
const LANES = [1, 1_000]
const LONGEST_WAIT_MS = 120_000
const PARTS = 10
const ALERTS = 5_000
const CONNECTIONS = 64
const ROUNDS = 3

/** Compares the draining of a backlog after an outage with delivery from an empty queue. */
export async function backlog(): Promise<Figure> {
  const rows: Row[] = []
  for (const lanes of LANES) rows.push(...(await drained(lanes)))
  return {
    name: 'backlog',
    control: `${ALERTS.toLocaleString('en')} alerts posted at full speed to an empty queue of as many lanes`,
    rows,
    notes: [
      `No rate limits. Telegram is away while the queue is filled; drained from the first arrival to the last, the median of ${PARTS} parts.`,
      'The first half to arrive, behind which the most waits, has the second half as its control.',
    ],
  }
}

async function drained(lanes: number): Promise<Row[]> {
  const port = await freePort()
  const routes = privateChats({ bots: Math.ceil(lanes / 10), chats: lanes })
  const apiRoot = `http://127.0.0.1:${port}`
  await using pregonero = await startPregonero({ apiRoot, routes, rateLimits: false })

  const fromEmpty: number[] = []
  {
    await using recorder = await startRecorder({ port })
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round += 1)
      fromEmpty.push(await deliveredASecond(pregonero.target, recorder))
  }
  await fillQueue(pregonero, WAITING)
  await using recorder = await startRecorder({ port })
  const arrivals = await recorder.arrivalsWithin(LONGEST_WAIT_MS, WAITING)
  const missing = WAITING - new Set(arrivals.map(({ number }) => number)).size

  const parts = ratesOfParts(arrivals)
  const row = { unit: '1/s', goal: { of: 'ratio', atLeast: 0.9, aim: 1 } } as const
  return [
    {
      ...row,
      what: `${WAITING.toLocaleString('en')} waiting, lanes: ${lanes.toLocaleString('en')}, drained`,
      pregonero: median(parts),
      control: median(fromEmpty.slice(1)),
    },
    {
      ...row,
      what: 'the same: the first half of them',
      pregonero: median(parts.slice(0, PARTS / 2)),
      control: median(parts.slice(PARTS / 2)),
    },
    {
      what: `the same: not arrived after ${LONGEST_WAIT_MS / 1_000} s`,
      unit: 'alerts',
      pregonero: missing,
      control: null,
      goal: { of: 'value', atMost: 0 },
    },
    {
      what: 'the same: memory at its peak, all processes',
      unit: 'MB',
      pregonero: memory(pregonero.pid).peak,
      control: null,
      goal: { of: 'value', atMost: 260, aim: 200 },
    },
  ]
}

async function deliveredASecond(target: Target, recorder: Recorder): Promise<number> {
  const begun = performance.now()
  await Promise.all([
    recorder.arrivals(ALERTS),
    postAtFullSpeed(target, { connections: CONNECTIONS, enough: posted => posted >= ALERTS }),
  ])
  return (ALERTS / (performance.now() - begun)) * 1_000
}

/** Alerts a second in each of `PARTS` equal parts, in the order of arrival. */
function ratesOfParts(arrivals: readonly Arrival[]): number[] {
  const size = Math.floor(arrivals.length / PARTS)
  const at = (nth: number) => arrivals[Math.min(nth * size, arrivals.length - 1)]?.at ?? Number.NaN
  return Array.from({ length: PARTS }, (_, nth) => (size / (at(nth + 1) - at(nth))) * 1_000)
}
