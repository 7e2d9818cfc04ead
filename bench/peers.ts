import { cpus } from 'node:os'
import { bullmq, isRedisInstalled } from './peers/bullmq.ts'
import type { Contender, RunningContender } from './peers/contender.ts'
import { CALM, CONNECTIONS, calmCpu, type Flood, flood } from './peers/flood.ts'
import { forwarder } from './peers/forwarder.ts'
import { graphileWorker } from './peers/graphile-worker.ts'
import { type Killed, killEach } from './peers/kill.ts'
import { markdownTable, type PeerRow } from './peers/markdown-table.ts'
import { nodeRed } from './peers/node-red.ts'
import { DOWN_FOR_MS, LOAD, outageFor, type Survived } from './peers/outage.ts'
import { pregonero } from './peers/pregonero.ts'
import { median, sum } from './support/figure.ts'
import { installPackages } from './support/install-packages.ts'
import { memory } from './support/process-usage.ts'
import { privateChats } from './support/start-pregonero.ts'
import { startRecorder } from './support/start-recorder.ts'
import { syncTimes } from './support/sync-times.ts'

const ROUNDS = 3

/**
 * Puts the same load on Pregonero, its alternatives and a bare forwarder. Installs the peers first.
 * @returns a table in Markdown
 */
export async function peers(): Promise<string> {
  const packages = await installPackages('peers')
  const hasRedis = isRedisInstalled()
  const contenders = [
    pregonero('SQLite'),
    ...(hasRedis ? [bullmq(packages, 'synced'), bullmq(packages, 'asInstalled')] : []),
    nodeRed(packages),
    pregonero('PostgreSQL'),
    graphileWorker(packages),
    forwarder,
  ]
  const speed = await speedRows(contenders)
  await using recovery = await killEach(contenders)
  const outages = await outageRows(contenders)
  const rows = [...speed, ...killRows(await recovery.outcomes()), ...outages]
  return [
    `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}. ${await syncTimes()}`,
    ...(hasRedis ? [] : ['`redis-server` is not installed, so BullMQ is left out.']),
    markdownTable(
      contenders.map(({ name }) => name),
      rows,
    ),
  ].join('\n\n')
}

async function speedRows(contenders: readonly Contender[]): Promise<PeerRow[]> {
  await using open = new AsyncDisposableStack()
  const recorder = open.use(await startRecorder())
  const load = { apiRoot: recorder.root, routes: privateChats({ bots: 10, chats: 500 }) }
  const running: RunningContender[] = []
  for (const contender of contenders) running.push(open.use(await contender.start(load)))

  const floods: Flood[][] = running.map(() => [])
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [nth, contender] of running.entries()) {
      const result = await flood(contender, recorder)
      // The first round warms up.
      if (round > 0) floods[nth]?.push(result)
    }
  const calm: number[] = []
  for (const contender of running) calm.push(await calmCpu(contender, recorder))
  const middle = (what: keyof Flood) => floods.map(all => median(all.map(one => one[what])))
  return [
    {
      what: `acknowledged, ${CONNECTIONS} connections, delivering meanwhile`,
      unit: '1/s',
      values: middle('acknowledged'),
    },
    { what: 'delivered', unit: '1/s', values: middle('delivered') },
    { what: 'processor an alert, at full speed', unit: 'ms', values: middle('cpu') },
    { what: `processor an alert, at ${CALM.perSecond} a second`, unit: 'ms', values: calm },
    { what: 'memory at its peak, all processes', unit: 'MB', values: running.map(peakMemory) },
  ]
}

const peakMemory = (contender: RunningContender): number =>
  sum(contender.pids().map(pid => memory(pid).peak))

function killRows(killed: readonly Killed[]): PeerRow[] {
  const row = (what: string, unit: string, key: keyof Killed): PeerRow => ({
    what,
    unit,
    values: killed.map(one => one[key]),
  })
  return [
    row('in a flood: out of order within their chat', 'alerts', 'disorder'),
    row('killed in that flood: acknowledged by then', 'alerts', 'acknowledged'),
    row('the same: acknowledged and lost', 'alerts', 'lost'),
    row('the same: arrived twice', 'alerts', 'twice'),
    row('the same: last arrival after the restart', 's', 'recoveredAfter'),
  ]
}

async function outageRows(contenders: readonly Contender[]): Promise<PeerRow[]> {
  const rows: PeerRow[] = []
  for (const absence of ['refuses connections', 'answers 429'] as const) {
    const survived = await outageFor(contenders, absence)
    const row = (what: string, unit: string, key: keyof Survived): PeerRow => ({
      what,
      unit,
      values: survived.map(one => one[key]),
    })
    rows.push(
      row(
        `Telegram ${absence} for ${DOWN_FOR_MS / 1_000} s, ${LOAD.perSecond} a second: refused`,
        'alerts',
        'refused',
      ),
      row('the same: acknowledged and lost', 'alerts', 'lost'),
      row('the same: out of order within their chat', 'alerts', 'disorder'),
      row('the same: what waited readable after the return', 's', 'readableAfter'),
    )
  }
  return rows
}
