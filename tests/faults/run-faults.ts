/** Runs every fault in real time, or those that the arguments name a part of, and prints a table. */
import { clusterFaults } from './cluster-faults.ts'
import { faults } from './faults.ts'
import type { Kept } from './support/fault.ts'

type Row = { name: string; kept: Kept | null; seconds: number; problem: string }

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

const words = process.argv.slice(2)
const chosen = [...faults, ...clusterFaults].filter(
  ({ name }) => words.length === 0 || words.some(word => name.includes(word)),
)

const rows: Row[] = []
for (const { name, run } of chosen) {
  process.stderr.write(`${name} …\n`)
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1_000
  try {
    rows.push({ name, kept: await run(1), seconds: seconds(), problem: '' })
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    rows.push({ name, kept: null, seconds: seconds(), problem })
  }
}
process.stdout.write(table(rows))
process.exitCode = rows.length > 0 && rows.every(row => row.kept) ? 0 : 1

function table(all: readonly Row[]): string {
  const lines = [HEADS, ...all.map(cells)]
  const widths = HEADS.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)))
  const problems = all.filter(row => row.problem).map(row => `${row.name}: ${row.problem}`)
  return ['', ...lines.map(line => spread(line, widths)), '', ...problems, ''].join('\n')
}

function cells({ name, kept, seconds }: Row): string[] {
  if (!kept) return [name, '', '', '', '', '', '', seconds.toFixed(1), 'FAILED']
  const { acknowledged, arrived, failed, repeats, stoodStillMs } = kept
  const stoodStill = stoodStillMs === undefined ? '' : `${(stoodStillMs / 1_000).toFixed(1)} s`
  const figures = [acknowledged, arrived, failed, repeats].map(String)
  return [name, ...figures, 'kept', stoodStill, seconds.toFixed(1), 'passed']
}

/** Words to the left, figures to the right. */
function spread(line: readonly string[], widths: readonly number[]): string {
  const padded = line.map((cell, column) => {
    const width = widths[column] ?? 0
    const isFigure = column >= 1 && column < line.length - 1
    return isFigure ? cell.padStart(width) : cell.padEnd(width)
  })
  return padded.join('  ').trimEnd()
}
