import { formatNumber } from '#shared/format.ts'

const list = new Intl.ListFormat('es-ES')

/** «a, b y c», «a, b, c y 4 más». */
export function listed(names: readonly string[], most: number): string {
  const shown = names.slice(0, most)
  const rest = names.length - shown.length
  return list.format(rest > 0 ? [...shown, `${formatNumber(rest)} más`] : shown)
}
