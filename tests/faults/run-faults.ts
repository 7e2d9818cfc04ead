/** Runs every fault in real time, or those that the arguments name a part of, and prints a table. */
import { faults } from './faults.ts'
import type { Kept } from './support/fault.ts'

type Row = { name: string; kept: Kept | null; seconds: number; problem: string }

const words = process.argv.slice(2)
const chosen = faults.filter(({ name }) => words.length === 0 || words.some(w => name.includes(w)))

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
  const heads = ['fault', 'acknowledged', 'arrived', 'failed', 'repeats', 'order', 'seconds', '']
  const lines = [heads, ...all.map(cells)]
  const widths = heads.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)))
  const problems = all.filter(row => row.problem).map(row => `${row.name}: ${row.problem}`)
  return ['', ...lines.map(line => spread(line, widths)), '', ...problems, ''].join('\n')
}

function cells({ name, kept, seconds }: Row): string[] {
  const figures = kept
    ? [kept.acknowledged, kept.arrived, kept.failed, kept.repeats].map(String)
    : ['', '', '', '']
  return [name, ...figures, kept ? 'kept' : '', seconds.toFixed(1), kept ? 'passed' : 'FAILED']
}

/** Words to the left, figures to the right. */
function spread(line: readonly string[], widths: readonly number[]): string {
  const padded = line.map((cell, column) => {
    const width = widths[column] ?? 0
    return column >= 1 && column <= 6 ? cell.padStart(width) : cell.padEnd(width)
  })
  return padded.join('  ').trimEnd()
}
