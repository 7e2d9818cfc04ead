/** One value per contender; null if it is missing. */
export type PeerRow = { what: string; unit: string; values: readonly (number | null)[] }

/** One column per name. */
export function markdownTable(names: readonly string[], rows: readonly PeerRow[]): string {
  const lines = [
    ['', ...names],
    ['---', ...names.map(() => '---:')],
    ...rows.map(({ what, unit, values }) => [`${what}, ${unit}`, ...values.map(shown)]),
  ]
  return lines.map(cells => `| ${cells.join(' | ')} |\n`).join('')
}

function shown(value: number | null): string {
  if (value === null) return '—'
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toLocaleString('en', { maximumSignificantDigits: 2 })
}
