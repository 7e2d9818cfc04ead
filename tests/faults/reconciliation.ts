import { deepEqual, ok } from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { packRows, unpackComparison } from '#shared/reconciliation/pack.ts'
import { readLog, rowOfEntry } from '#shared/reconciliation/read-log.ts'
import type { ChildServer } from '../support/child-server.ts'
import { startTcpLink, type TcpLink } from '../support/tcp-link.ts'
import {
  type Firing,
  LOG_ZONE,
  logWriters,
  TradingView,
  type TvAlert,
} from '../support/tradingview/tradingview.ts'
import type { Fault, Kept } from './support/fault.ts'
import { type Stage, setStage } from './support/stage.ts'
import { asChild } from './support/start-server.ts'

const RUNS = 100
const ALERTS = 4
const FIRINGS_OF_EACH = 8
const FIRES_EVERY_MS = 60
/** Longest freeze or silence: some runs outlast TradingView's timeout, others do not. */
const LONGEST_MS = 4_500
const HOUR_MS = 3_600_000

type Scene = { stage: Stage<ChildServer>; link: TcpLink; pace: number }

const blows: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  killed: async ({ stage }) => stage.restart(server => server.kill()),
  async frozen({ stage, pace }) {
    const { pid } = stage.server
    process.kill(pid, 'SIGSTOP')
    await pause((Math.random() * LONGEST_MS) / pace)
    process.kill(pid, 'SIGCONT')
  },
  async cut({ link, pace }) {
    await link.cut()
    await pause((Math.random() * LONGEST_MS) / pace / 5)
    await link.mend()
  },
  async silenced({ link, pace }) {
    link.silence()
    await pause((Math.random() * LONGEST_MS) / pace)
    await link.mend()
  },
}

/** The report names exactly the lost alerts: a hundred runs at pace 1, otherwise one of each kind. */
export const reconciled: Fault = {
  name: 'reconciliation after what was lost',
  async run(pace) {
    await using stage = await setStage(asChild(pace))
    const kinds = Object.keys(blows)
    const port = Number(new URL(stage.url).port)
    const kept: Kept = { acknowledged: 0, arrived: 0, failed: 0, repeats: 0 }
    const alerts = await openAlerts(stage)
    for (let run = 0; run < (pace === 1 ? RUNS : kinds.length); run += 1) {
      await using link = await startTcpLink(port)
      const kind = kinds[run % kinds.length] ?? ''
      const begun = Date.now()
      const firings = await fireDuring(kind, { stage, link, pace }, alerts)
      const back = (run + 1) * HOUR_MS
      await moveBack(stage, begun, back)
      const moved = firings.map(firing => ({ ...firing, at: firing.at - back }))
      const found = await checkReport(stage, moved, run % 2 === 0 ? 'en' : 'es', `${kind} ${run}`)
      kept.acknowledged += firings.filter(({ outcome }) => outcome === 202).length
      kept.arrived += found.here
      kept.failed += found.lost
      kept.repeats += found.repeats
    }
    return kept
  },
}

async function openAlerts({ trader, botApi }: Scene['stage']): Promise<TvAlert[]> {
  const alerts: TvAlert[] = []
  for (let nth = 0; nth < ALERTS; nth += 1) {
    const { id: connectionId, webhookUrl } = await trader.connect(botApi, {
      name: `Conexión ${nth}`,
    })
    const [name, ticker] = [`Cruce ${nth}`, `BINANCE:COIN${nth}`]
    // Makes the names known, even if the first run loses all: an unknown name may belong to another server.
    await trader.api.tvConfigs.create({ name, connectionId, templateFields: {} })
    alerts.push({ id: String(2_300_000_000 + nth), name, ticker, webhookUrl })
  }
  return alerts
}

/** @returns the firings in TradingView's log */
async function fireDuring(
  kind: string,
  scene: Scene,
  alerts: readonly TvAlert[],
): Promise<Firing[]> {
  const tradingView = new TradingView(scene.pace)
  const fire = (alert: TvAlert, nth: number) => {
    const webhookUrl = new URL(alert.webhookUrl)
    webhookUrl.port = String(scene.link.port)
    const message = `{"alert_name":"${alert.name}","symbol":"${alert.ticker}","n":${nth},"at":"${performance.now()}"}`
    return tradingView.fire({ ...alert, webhookUrl: webhookUrl.href }, message)
  }
  await Promise.all(alerts.map(alert => fire(alert, 0)))
  const firing = Promise.all(
    alerts.map(async alert => {
      const own: Promise<void>[] = []
      for (let nth = 1; nth < FIRINGS_OF_EACH; nth += 1) {
        await pause(FIRES_EVERY_MS * 2 * Math.random())
        own.push(fire(alert, nth))
      }
      await Promise.all(own)
    }),
  )
  await pause(FIRES_EVERY_MS * FIRINGS_OF_EACH * Math.random() * 0.7)
  await blows[kind]?.(scene)
  await firing
  return tradingView.firings
}

/** Backdates the alerts by hours, because a firing of just now may still arrive. */
const moveBack = ({ beside }: Scene['stage'], since: number, ms: number) =>
  beside(db =>
    db
      .updateTable('alerts')
      .set(({ eb }) => ({ received_at: eb('received_at', '-', ms) }))
      .where('received_at', '>=', since)
      .execute(),
  )

async function checkReport(
  { trader, beside }: Scene['stage'],
  firings: readonly Firing[],
  language: keyof typeof logWriters,
  run: string,
) {
  const { entries, questions } = readLog(logWriters[language](firings), {
    timeZone: LOG_ZONE,
    now: Date.now(),
    dateOrder: 'dmy',
  })
  deepEqual(questions, [], run)
  deepEqual(
    entries.map(({ message }) => message),
    firings.map(({ message }) => message),
    run,
  )
  const report = await trader.api.reconciliation.compare(packRows(entries.map(rowOfEntry)))
  const { rows, unlistedTotal } = await unpackComparison(report)
  const stored = await beside(db =>
    db
      .selectFrom('alerts')
      .select('payload')
      .where(
        'payload',
        'in',
        firings.map(({ message }) => message),
      )
      .execute(),
  )
  const has = new Set(stored.map(({ payload }) => payload))
  const said = rows.map(({ verdict, doubt }) => doubt ?? (verdict === 'lost' ? 'lost' : 'here'))
  deepEqual(
    said,
    firings.map(({ message }) => (has.has(message) ? 'here' : 'lost')),
    run,
  )
  for (const { message, outcome } of firings)
    ok(outcome !== 202 || has.has(message), `${run}: ${message} was acknowledged and is not there`)
  const repeats = stored.length - has.size
  deepEqual(unlistedTotal, repeats, run)
  const lost = said.filter(one => one === 'lost').length
  return { here: said.length - lost, lost, repeats }
}
