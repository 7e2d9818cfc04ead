import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { loadSecretKey } from '#server/base/secret-key.ts'
import { openStore } from '#server/store/open-store.ts'
import { signUp } from '../tests/support/trader.ts'
import { type Figure, median, quantile, type Row } from './support/figure.ts'
import { assertAccepted, postAtRate, type Target } from './support/post-alerts.ts'
import { cpuTime, memory } from './support/process-usage.ts'
import { settled } from './support/settled.ts'
import { privateChats, startPregonero } from './support/start-pregonero.ts'
import { startRecorder } from './support/start-recorder.ts'

const ACCOUNTS = 100
const STREAMS_OF_EACH = 10
/** Streams of one session, more than any browser opens. */
const STORM = 1_500
const ROUNDS = 3
const LOAD = { perSecond: 100, count: 500 }
/** Streams opened at a time. */
const OPENING = 50

/** Cost of listening browsers for the webhooks. */
export async function streams(): Promise<Figure> {
  await using open = new AsyncDisposableStack()
  const recorder = open.use(await startRecorder())
  const quiet = open.use(await startAccounts(recorder.root))
  const heard = open.use(await startAccounts(recorder.root))
  const stormed = open.use(await startAccounts(recorder.root))
  const cookies = heard.cookies.flatMap(cookie => Array(STREAMS_OF_EACH).fill(cookie))
  const listening = open.adopt(await listen(heard, cookies), close)
  const [owner = ''] = stormed.cookies
  const storm = open.adopt(await listen(stormed, Array(STORM).fill(owner)), close)

  const runs = { quiet: [] as Run[], heard: [] as Run[], stormed: [] as Run[] }
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [who, server] of Object.entries({ quiet, heard, stormed })) {
      // The storm comes from one account: post only to its webhook.
      const paths = who === 'stormed' ? server.target.paths.slice(0, 1) : server.target.paths
      const run = await receiveAll({ ...server, target: { ...server.target, paths } })
      // The first round warms up.
      if (round > 0) runs[who as keyof typeof runs].push(run)
    }
  const of = (who: keyof typeof runs, what: keyof Run) => median(runs[who].map(run => run[what]))
  const rowsOf = (who: keyof typeof runs, about: string): Row[] => [
    {
      what: `${about}: webhooks' median at ${LOAD.perSecond} a second`,
      unit: 'ms',
      pregonero: of(who, 'median'),
      control: of('quiet', 'median'),
      goal: { of: 'ratio', atMost: 2 },
    },
    {
      what: 'the same: p99',
      unit: 'ms',
      pregonero: of(who, 'p99'),
      control: of('quiet', 'p99'),
    },
    {
      what: 'the same: processor time an alert, until all are settled',
      unit: 'ms',
      pregonero: of(who, 'cpuAnAlert'),
      control: of('quiet', 'cpuAnAlert'),
    },
    {
      what: 'the same: memory afterwards',
      unit: 'MB',
      pregonero: of(who, 'memory'),
      control: of('quiet', 'memory'),
    },
  ]
  const standing = (sockets: readonly Socket[]) =>
    sockets.filter(({ closed }) => !closed).length.toLocaleString('en')
  return {
    name: 'streams',
    control: 'the same webhooks while nobody listens',
    rows: [
      ...rowsOf('heard', `${cookies.length.toLocaleString('en')} streams of ${ACCOUNTS} accounts`),
      ...rowsOf('stormed', `${STORM.toLocaleString('en')} streams asked for by one session`),
    ],
    notes: [
      `At the end ${standing(listening)} streams stand of the accounts, ${standing(storm)} of the session.`,
    ],
  }
}

type Server = Awaited<ReturnType<typeof startAccounts>>

/** Starts accounts with a session and a connection each. */
async function startAccounts(apiRoot: string) {
  const running = await startPregonero({ apiRoot, routes: [] })
  const { root: url, place } = running
  if (!('dataDir' in place)) throw new Error('the accounts need a folder')
  const secretKey = loadSecretKey({ dataDir: place.dataDir, fromEnv: undefined })
  await using store = await openStore(place)
  const cookies: string[] = []
  const paths: string[] = []
  for (const [nth, { token, chatId }] of routes.entries()) {
    const { api, cookie } = await signUp({ app: store, url, secretKey }, `trader-${nth}`)
    const { webhookUrl } = await api.connections.create({
      name: 'Oro',
      telegramBotToken: token,
      telegramChatId: chatId,
      templateId: 'default-signal',
    })
    cookies.push(cookie)
    paths.push(new URL(webhookUrl).pathname)
  }
  return { ...running, cookies, target: { ...running.target, paths } }
}

const routes = privateChats({ bots: ACCOUNTS, chats: ACCOUNTS })

/** Opens a stream for each cookie, read by a bare socket. */
async function listen({ port }: Server, cookies: readonly string[]): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let begun = 0; begun < cookies.length; begun += OPENING)
    await Promise.all(
      cookies.slice(begun, begun + OPENING).map(async cookie => {
        const socket = connect({ port, host: '127.0.0.1' })
        sockets.push(socket)
        socket.write(
          `GET /api/events HTTP/1.1\r\nHost: a\r\nConnection: close\r\nCookie: ${cookie}\r\n\r\n`,
        )
        await once(socket, 'data')
        socket.resume()
      }),
    )
  return sockets
}

function close(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy()
}

/** `cpuAnAlert` and times in milliseconds, memory in MB. */
type Run = { median: number; p99: number; cpuAnAlert: number; memory: number }

async function receiveAll({
  pid,
  target,
  place,
}: Pick<Server, 'pid' | 'place'> & { target: Target }): Promise<Run> {
  const before = cpuTime(pid)
  const posted = await postAtRate(target, LOAD)
  assertAccepted(posted)
  await settled(place)
  const times = posted.map(({ took }) => took)
  return {
    median: median(times),
    p99: quantile(times, 0.99),
    cpuAnAlert: (cpuTime(pid) - before) / LOAD.count,
    memory: memory(pid).now,
  }
}
