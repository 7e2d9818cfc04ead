/** Measures the figures named as arguments, or all of them, and prints one table. */
import { backlog } from '../backlog.ts'
import { burst } from '../burst.ts'
import { dashboard } from '../dashboard.ts'
import { footprint } from '../footprint.ts'
import { history } from '../history.ts'
import { ingest } from '../ingest.ts'
import { line } from '../line.ts'
import { lists } from '../lists.ts'
import { outage } from '../outage.ts'
import { reconciliation } from '../reconciliation.ts'
import { stops } from '../stops.ts'
import { streams } from '../streams.ts'
import { throughput } from '../throughput.ts'
import { watch } from '../watch.ts'
import { workers } from '../workers.ts'
import { year } from '../year.ts'
import type { Figure } from './figure.ts'
import { figureTable } from './figure-table.ts'

const figures: Record<string, { what: string; measure: () => Promise<Figure> }> = {
  ingest: { what: 'webhooks answered, each on disk by then', measure: ingest },
  line: { what: 'from the webhook to the Bot API, at a calm rate', measure: line },
  throughput: { what: 'alerts received and delivered as fast as they come', measure: throughput },
  backlog: { what: 'a queue of 100,000 alerts, in one lane and in 1,000', measure: backlog },
  burst: {
    what: 'alerts of one second to a group that takes 20 messages a minute',
    measure: burst,
  },
  outage: { what: 'what is missing or out of order after Telegram was away', measure: outage },
  footprint: { what: 'what it takes of the machine', measure: footprint },
  stops: { what: 'for how long the thread that serves stands still at most', measure: stops },
  streams: { what: 'what browsers that listen cost the webhooks', measure: streams },
  workers: { what: 'what one process and several deliver on PostgreSQL', measure: workers },
  dashboard: { what: 'the panel over a long history', measure: dashboard },
  history: { what: 'lists, searches and counts over a long history', measure: history },
  lists: { what: 'screens whose lists are long', measure: lists },
  reconciliation: {
    what: "TradingView's log beside a million alerts",
    measure: reconciliation,
  },
  watch: { what: 'how soon a silent alert is noticed, and how often wrongly', measure: watch },
  year: { what: 'what a year of alerts leaves on disk and in memory', measure: year },
}

const installing = ['peers', 'web']

const help = `Usage: npm run bench [-- FIGURE…]

Measures what is named, or everything, each beside its control in the same run:

${Object.entries(figures)
  .map(([name, { what }]) => `  ${name.padEnd(15)}${what}\n`)
  .join('')}
Only when it is named, since it installs what it needs:

  ${'peers'.padEnd(15)}the same load on what a user would pick instead
  ${'web'.padEnd(15)}what the screens cost a browser, by Lighthouse and while alerts come
`

const named = process.argv.slice(2)
const unknown = named.filter(name => !Object.hasOwn(figures, name) && !installing.includes(name))
if (named.includes('--help')) process.stdout.write(help)
else if (unknown.length > 0) {
  process.stderr.write(`No figure is called ${unknown.join(', ')}.\n\n${help}`)
  process.exitCode = 1
} else {
  const measured: Figure[] = []
  for (const [name, { measure }] of Object.entries(figures)) {
    if (named.length > 0 && !named.includes(name)) continue
    process.stderr.write(`measuring ${name} …\n`)
    measured.push(await measure())
  }
  if (named.includes('web')) {
    process.stderr.write('measuring web …\n')
    const { web } = await import('../web.ts')
    measured.push(await web())
  }
  if (measured.length > 0) process.stdout.write(figureTable(measured))
  if (named.includes('peers')) {
    process.stderr.write('measuring peers …\n')
    const { peers } = await import('../peers.ts')
    process.stdout.write(await peers())
  }
}
