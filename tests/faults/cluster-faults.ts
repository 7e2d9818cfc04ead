import { ok, rejects } from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { openStore } from '#server/store/open-store.ts'
import { until } from '../support/until.ts'
import { assertKept } from './support/assert-kept.ts'
import { type Cluster, startCluster } from './support/cluster.ts'
import type { ClusterProcess } from './support/cluster-process.ts'
import {
  allWorkersSend,
  evidenceFromNow,
  goesOn,
  longestStandstill,
  othersStepIn,
} from './support/cluster-progress.ts'
import type { Fault, Kept } from './support/fault.ts'
import { keepPosting } from './support/line.ts'
import { type PgBouncer, startPgBouncer, whyNoPgBouncer } from './support/pgbouncer.ts'

const DATABASE_AWAY_MS = 4_000
const GOES_ON_WITHIN_MS = 10_000
/** TradingView’s timeout. */
const ANSWER_WITHIN_MS = 3_000

/** Strikes a cluster under load, and leaves it whole. */
type Blow = (cluster: Cluster) => Promise<{
  /** Time from which other processes have to take over, milliseconds UTC. */
  since: number
  /** Workers whose messages in flight may come again. */
  struck: readonly ClusterProcess[]
}>

/** Begin and end of a fault of one process. */
type Disturbance = Record<'begin' | 'end', (struck: ClusterProcess) => unknown>

const killed: Disturbance = { begin: struck => struck.kill(), end: struck => struck.start() }
const frozen: Disturbance = { begin: struck => struck.freeze(), end: struck => struck.thaw() }
const cutOff: Disturbance = {
  begin: ({ toDatabase }) => toDatabase.cut(),
  end: ({ toDatabase }) => toDatabase.mend(),
}
const silenced: Disturbance = {
  begin: ({ toDatabase }) => toDatabase.silence(),
  end: ({ toDatabase }) => toDatabase.mend(),
}

/** Ends the fault just after another worker has taken over: then two believe that they own the bots. */
const strikeWorker =
  ({ begin, end }: Disturbance): Blow =>
  async cluster => {
    const struck = cluster.workers[2]
    const since = Date.now()
    await begin(struck)
    await othersStepIn(cluster, struck)
    await end(struck)
    return { since, struck: [struck] }
  }

/** The other web process takes the alerts during the fault. */
const strikeWeb =
  ({ begin, end }: Disturbance): Blow =>
  async cluster => {
    const struck = cluster.webs[1]
    const since = Date.now()
    await begin(struck)
    await goesOn(cluster)
    await end(struck)
    return { since, struck: [] }
  }

const strikeDatabase =
  (end: 'stop' | 'kill'): Blow =>
  cluster =>
    takeAway(cluster, cluster.postgres[end], cluster.postgres.start)

/** Keeps all processes from the database between `end` and `begin`. */
const takeAway = async (
  { workers, lines, pace }: Cluster,
  end: () => Promise<void>,
  begin: () => Promise<void>,
): ReturnType<Blow> => {
  const countRefused = () => lines.reduce((sum, { refused }) => sum + refused, 0)
  const before = countRefused()
  await end()
  await pause(DATABASE_AWAY_MS / pace)
  await until('TradingView is asked to send again', () => countRefused() > before)
  await begin()
  return { since: Date.now(), struck: workers }
}

const restartInTurn: Blow = async ({ workers, webs }) => {
  const since = Date.now()
  for (const process of [...workers, ...webs]) {
    await process.stop()
    await process.start()
  }
  return { since, struck: [] }
}

/** Faults of three workers and two web processes on one PostgreSQL. */
export const blows: Record<string, Blow> = {
  'a worker killed': strikeWorker(killed),
  'a worker frozen': strikeWorker(frozen),
  'a worker cut from PostgreSQL': strikeWorker(cutOff),
  'PostgreSQL silent to a worker': strikeWorker(silenced),
  'a web process killed': strikeWeb(killed),
  'a web process cut from PostgreSQL': strikeWeb(cutOff),
  'PostgreSQL silent to a web process': strikeWeb(silenced),
  'PostgreSQL restarted': strikeDatabase('stop'),
  'PostgreSQL killed': strikeDatabase('kill'),
  'all processes restarted in turn': restartInTurn,
}

/** Strikes the cluster while alerts come in, and checks the outcome against the promise. */
export async function endure(cluster: Cluster, strike: Blow): Promise<Kept> {
  const { lines, interval, pace } = cluster
  const evidence = evidenceFromNow(cluster)
  const { since, struck } = await (async () => {
    await using _posting = keepPosting(lines, interval)
    await allWorkersSend(cluster)
    const blow = await strike(cluster)
    await goesOn(cluster)
    await allWorkersSend(cluster)
    return blow
  })()
  const names = struck.map(({ name }) => name)
  const kept = await assertKept(evidence, { kills: Math.min(1, names.length), struck: names })
  const stoodStillMs = longestStandstill(evidence, since)
  if (pace === 1) {
    ok(stoodStillMs <= GOES_ON_WITHIN_MS, `stood still for ${stoodStillMs} ms`)
    const slowestMs = Math.max(...lines.map(line => line.slowestMs))
    ok(slowestMs <= ANSWER_WITHIN_MS, `an answer took ${Math.round(slowestMs)} ms`)
  }
  return { ...kept, stoodStillMs }
}

/** 200 alerts a second over 300 chats. */
const LOAD = { bots: 60, chats: 5, rate: 200 }

const pgBouncerKilled: Fault = {
  name: 'PgBouncer killed',
  whyNot: whyNoPgBouncer,
  async run(pace) {
    await using open = new AsyncDisposableStack()
    const { promise: started, resolve } = Promise.withResolvers<PgBouncer>()
    const reachBy = async (databaseUrl: string) => {
      await refusedInTransactionMode(databaseUrl)
      const pgBouncer = open.use(await startPgBouncer(databaseUrl, 'session'))
      resolve(pgBouncer)
      return pgBouncer.url
    }
    await using cluster = await startCluster({ pace, ...LOAD, reachBy })
    const { kill, start } = await started
    return await endure(cluster, () => takeAway(cluster, kill, start))
  },
}

async function refusedInTransactionMode(databaseUrl: string): Promise<void> {
  await using pgBouncer = await startPgBouncer(databaseUrl, 'transaction')
  await rejects(openStore({ databaseUrl: pgBouncer.url }), /pool_mode = session/)
}

/** Each fault runs on a separate cluster. */
export const clusterFaults: Fault[] = [
  ...Object.entries(blows).map(([name, strike]) => ({
    name,
    async run(pace: number) {
      await using cluster = await startCluster({ pace, ...LOAD })
      return await endure(cluster, strike)
    },
  })),
  pgBouncerKilled,
]
