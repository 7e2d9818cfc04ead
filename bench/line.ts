import { type Figure, median, quantile } from './support/figure.ts'
import { assertAccepted, postAtRate, type Target } from './support/post-alerts.ts'
import { bareTarget, privateChats, startPregonero } from './support/start-pregonero.ts'
import { startProcess } from './support/start-process.ts'
import { type Recorder, startRecorder } from './support/start-recorder.ts'
import { syncTimes } from './support/sync-times.ts'

const ROUNDS = 4
const LOAD = { perSecond: 100, count: 500 }

/** From the post of an alert to its arrival at the Bot API, at a rate below the rate limits. */
export async function line(): Promise<Figure> {
  await using open = new AsyncDisposableStack()
  const routes = privateChats({ bots: 10, chats: 200 })
  const recorder = open.use(await startRecorder())
  const forwarder = open.use(await startProcess('bare-server', { FORWARD_TO: recorder.root }))
  const pregonero = open.use(await startPregonero({ apiRoot: recorder.root, routes }))

  const bare: number[][] = []
  const own: number[][] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const delays = {
      bare: await delaysOf(bareTarget(forwarder.port, routes), recorder),
      own: await delaysOf(pregonero.target, recorder),
    }
    // The first round warms up.
    if (round === 0) continue
    bare.push(delays.bare)
    own.push(delays.own)
  }
  const at = (rounds: number[][], share: number) =>
    median(rounds.map(delays => quantile(delays, share)))
  return {
    name: 'line',
    control: 'a bare forwarder from memory: node:http in, fetch out',
    rows: [
      {
        what: `post to arrival at ${LOAD.perSecond} a second, ${routes.length} chats: median`,
        unit: 'ms',
        pregonero: at(own, 0.5),
        control: at(bare, 0.5),
        goal: { of: 'value', atMost: 2.2, aim: 1.8 },
      },
      {
        what: 'the same: p99',
        unit: 'ms',
        pregonero: at(own, 0.99),
        control: at(bare, 0.99),
        goal: { of: 'value', atMost: 5, aim: 4 },
      },
    ],
    notes: [
      `It is on disk before it is sent. ${await syncTimes()}`,
      "One clock, the machine's monotonic one: from the client's write to the double's read. No time of Telegram's is in it.",
    ],
  }
}

async function delaysOf(target: Target, recorder: Recorder): Promise<number[]> {
  const posted = await postAtRate(target, LOAD)
  assertAccepted(posted)
  const arrivals = await recorder.arrivals(LOAD.count)
  const sentAt = new Map(posted.map(one => [one.number, one.sentAt]))
  return arrivals.map(({ number, at }) => at - (sentAt.get(number) ?? Number.NaN))
}
