/** The filters of a placeholder: `{{price | 2 | miles}}`. */

import { foldText } from '../../format.ts'

/** `text` of `default` replaces a missing or blank value. */
export type Filter =
  | { kind: 'decimals'; digits: number }
  | { kind: 'thousands' | 'uppercase' | 'lowercase' | 'date' | 'time' | 'ago' }
  | { kind: 'default'; text: string }

/** Help for a filter: its meaning in Spanish, and an example of a value before and after it. */
export type FilterHelp = { name: string; meaning: string; value: string; shown: string }

/** All filters as users write them; `2` represents any number of decimals. */
export const filterHelp: readonly FilterHelp[] = [
  { name: '2', meaning: 'Decimales: de 0 a 8', value: '67432.5', shown: '67432,50' },
  { name: 'miles', meaning: 'Separa los miles', value: '67432.5', shown: '67.432,5' },
  { name: 'mayúsculas', meaning: 'En mayúsculas', value: 'buy', shown: 'BUY' },
  { name: 'minúsculas', meaning: 'En minúsculas', value: 'BUY', shown: 'buy' },
  {
    name: 'fecha',
    meaning: 'La fecha, en la zona de quien lee',
    value: '2026-11-19T15:35:00Z',
    shown: '19/11/2026',
  },
  {
    name: 'hora',
    meaning: 'La hora, en la zona de quien lee',
    value: '2026-11-19T15:35:00Z',
    shown: '16:35',
  },
  {
    name: 'hace',
    meaning: 'Cuánto hace, y sigue contando',
    value: '2026-11-19T15:35:00Z',
    shown: 'hace 2 min',
  },
  { name: 'o "—"', meaning: 'Lo que se pone si no hay valor', value: '', shown: '—' },
]

const NAMED: ReadonlyMap<string, Filter> = new Map([
  ['miles', { kind: 'thousands' }],
  ['mayusculas', { kind: 'uppercase' }],
  ['minusculas', { kind: 'lowercase' }],
  ['fecha', { kind: 'date' }],
  ['hora', { kind: 'time' }],
  ['hace', { kind: 'ago' }],
])

const DEFAULT = String.raw`[oO][ \t]*"[^"{}\r\n]*"`
const NAME = String.raw`[\p{L}\p{M}\p{N}]+`

/** Maximum number of filters per placeholder, since each takes time. */
export const MAX_FILTERS = 10

/** Pattern of possible filters, each after its `|`. For a regular expression with the flag `u`. */
export const FILTERS = String.raw`(?:[ \t]*\|[ \t]*(?:${DEFAULT}|${NAME})){1,${MAX_FILTERS}}`

const FILTER = new RegExp(
  String.raw`\|[ \t]*(?:[oO][ \t]*"(?<fallback>[^"]*)"|(?<name>${NAME}))`,
  'gu',
)

/** @param source as `FILTERS` finds it. @returns undefined if any of them is not a filter */
export function readFilters(source: string): Filter[] | undefined {
  const filters: Filter[] = []
  for (const { groups } of source.matchAll(FILTER)) {
    const { fallback, name = '' } = groups ?? {}
    const filter = fallback === undefined ? filterNamed(name) : defaultTo(fallback)
    if (filter === undefined) return undefined
    filters.push(filter)
  }
  return filters
}

export const hasDefault = (filters: readonly Filter[]): boolean =>
  filters.some(({ kind }) => kind === 'default')

const defaultTo = (text: string): Filter => ({ kind: 'default', text })

/** Filter of this name, ignoring case and accents. */
function filterNamed(name: string): Filter | undefined {
  if (/^[0-8]$/.test(name)) return { kind: 'decimals', digits: Number(name) }
  return NAMED.get(foldText(name))
}
