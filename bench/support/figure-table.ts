import { cpus, type as system } from 'node:os'
import { type Figure, isMet, type Row, ratio } from './figure.ts'

const heads = ['figure', 'unit', 'Pregonero', 'control', 'ratio', 'goal', '']

export function figureTable(figures: readonly Figure[]): string {
  const blocks = figures.map(({ name, control, rows, notes }) => ({
    title: `${name} — control: ${control}`,
    rows: rows.map(cells),
    notes,
  }))
  const all = [heads, ...blocks.flatMap(block => block.rows)]
  const widths = heads.map((_, column) => Math.max(...all.map(row => row[column]?.length ?? 0)))
  const lineOf = (row: string[]) =>
    `  ${row.map((cell, column) => pad(cell, column, widths[column] ?? 0)).join('  ')}`.trimEnd()
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${system()}, Node ${process.version}`
  return [
    '',
    machine,
    '',
    lineOf(heads),
    ...blocks.flatMap(block => [
      '',
      block.title,
      ...block.rows.map(lineOf),
      ...block.notes.map(note => `    ${note}`),
    ]),
    '',
    '',
  ].join('\n')
}

function cells(row: Row): string[] {
  const met = isMet(row)
  const share = ratio(row)
  return [
    row.what,
    row.unit,
    shown(row.pregonero),
    row.control === null ? '' : shown(row.control),
    share === null ? '' : shown(share),
    goalText(row),
    met === null ? '' : met ? 'met' : 'MISSED',
  ]
}

function goalText({ goal }: Row): string {
  if (!goal) return ''
  const bound = goal.atLeast === undefined ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
  const text = goal.of === 'ratio' ? `${bound} ×` : bound
  return goal.aim === undefined ? text : `${text}, aim ${goal.aim}`
}

/** Text to the left, figures to the right. */
const pad = (cell: string, column: number, width: number): string =>
  column >= 2 && column <= 4 ? cell.padStart(width) : cell.padEnd(width)

const shown = (value: number): string =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toLocaleString('en', { maximumSignificantDigits: 3 })
