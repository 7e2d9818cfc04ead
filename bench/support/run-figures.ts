/** Runs the figures named as arguments, or all of them, and prints one table. */
import { burst } from '../burst.ts'
import { dashboard } from '../dashboard.ts'
import { footprint } from '../footprint.ts'
import { history } from '../history.ts'
import { ingest } from '../ingest.ts'
import { line } from '../line.ts'
import { outage } from '../outage.ts'
import { throughput } from '../throughput.ts'
import { workers } from '../workers.ts'
import type { Figure } from './figure.ts'
import { figureTable } from './figure-table.ts'

const figures: Record<string, () => Promise<Figure>> = {
  ingest,
  line,
  throughput,
  burst,
  outage,
  footprint,
  workers,
  dashboard,
  history,
}

const named = process.argv.slice(2)
const unknown = named.filter(name => !Object.hasOwn(figures, name))
if (unknown.length > 0) {
  process.stderr.write(
    `No figure is called ${unknown.join(', ')}: there are ${Object.keys(figures).join(', ')}.\n`,
  )
  process.exitCode = 1
} else {
  const measured: Figure[] = []
  for (const [name, measure] of Object.entries(figures)) {
    if (named.length > 0 && !named.includes(name)) continue
    process.stderr.write(`measuring ${name} …\n`)
    measured.push(await measure())
  }
  process.stdout.write(figureTable(measured))
}
