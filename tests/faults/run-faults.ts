/** Runs all faults in real time, or only those with an argument in their name, and prints a table. */
import { clusterFaults } from './cluster-faults.ts'
import { faults } from './faults.ts'
import { killedInPostgresMigrations } from './migrations.ts'
import type { Fault, Kept } from './support/fault.ts'

type Row = {
  name: string
  kept: Kept | null
  seconds: number
  end: 'passed' | 'FAILED' | 'not here'
  problem: string
}

const HEADS = [
  'fault',
  'acknowledged',
  'arrived',
  'failed',
  'repeats',
  'order',
  'stood still',
  'seconds',
  '',
]

const all = [...faults, killedInPostgresMigrations, ...clusterFaults]

const help = `Usage: npm run faults [-- PART OF A NAME…]

Lets happen what is named, or everything, in real time, and shows what became of the alerts:

${all.map(({ name }) => `  ${name}\n`).join('')}`

const words = process.argv.slice(2)
const unknown = words.filter(word => !all.some(({ name }) => name.includes(word)))
if (words.includes('--help')) process.stdout.write(help)
else if (unknown.length > 0) {
  process.stderr.write(`No fault is called ${unknown.join(', ')}.\n\n${help}`)
  process.exitCode = 1
} else {
  const rows: Row[] = []
  for (const fault of all)
    if (words.length === 0 || words.some(word => fault.name.includes(word)))
      rows.push(await rowOf(fault))
  process.stdout.write(table(rows))
  process.exitCode = rows.some(row => row.end === 'FAILED') ? 1 : 0
}

async function rowOf({ name, run, whyNot }: Fault): Promise<Row> {
  const reason = whyNot?.()
  if (reason) return { name, kept: null, seconds: 0, end: 'not here', problem: reason }
  process.stderr.write(`${name} …\n`)
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1_000
  try {
    const kept = await run(1)
    return { name, kept, seconds: seconds(), end: 'passed', problem: '' }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { name, kept: null, seconds: seconds(), end: 'FAILED', problem }
  }
}

function table(rows: readonly Row[]): string {
  const lines = [HEADS, ...rows.map(cells)]
  const widths = HEADS.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)))
  const problems = rows.filter(row => row.problem).map(row => `${row.name}: ${row.problem}`)
  return ['', ...lines.map(line => spread(line, widths)), '', ...problems, ''].join('\n')
}

function cells({ name, kept, seconds, end }: Row): string[] {
  if (!kept) return [name, '', '', '', '', '', '', seconds.toFixed(1), end]
  const { acknowledged, arrived, failed, repeats, stoodStillMs } = kept
  const stoodStill = stoodStillMs === undefined ? '' : `${(stoodStillMs / 1_000).toFixed(1)} s`
  const figures = [acknowledged, arrived, failed, repeats].map(String)
  return [name, ...figures, 'kept', stoodStill, seconds.toFixed(1), end]
}

/** Aligns words to the left and figures to the right. */
function spread(line: readonly string[], widths: readonly number[]): string {
  const padded = line.map((cell, column) => {
    const width = widths[column] ?? 0
    const isFigure = column >= 1 && column < line.length - 1
    return isFigure ? cell.padStart(width) : cell.padEnd(width)
  })
  return padded.join('  ').trimEnd()
}
