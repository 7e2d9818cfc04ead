import { formatList } from '../../format.ts'
import { FILTERS, filterHelp, MAX_FILTERS, readFilters } from '../template/filters.ts'

/** The filters as one writes them. */
const NAMES = formatList(['de 0 a 8 decimales', ...filterHelp.slice(1).map(({ name }) => name)])

const ONLY_FILTERS = new RegExp(String.raw`^${FILTERS}[ \t]*$`, 'u')

/** Why what follows a key makes no filters of it, in Spanish. @param source each behind its bar */
export function filterReason(source: string): string {
  const parts = source.match(/\|(?:"[^"]*"|[^|"]|")*/g) ?? []
  for (const part of parts) {
    const written = part.slice(1).trim()
    if (ONLY_FILTERS.test(part) && readFilters(part)) continue
    if (written === '') return 'Falta el filtro detrás de «|»: se enviará tal cual.'
    if (/^\d+$/.test(written)) return 'Los decimales van de 0 a 8: se enviará tal cual.'
    if (/^o(?![\p{L}\p{M}\p{N}])/iu.test(written)) {
      return 'Lo que se pone si no hay valor va entre comillas rectas, como o "—": se enviará tal cual.'
    }
    return `«${written}» no es un filtro; los hay ${NAMES}: se enviará tal cual.`
  }
  return `Caben ${MAX_FILTERS} filtros como mucho: se enviará tal cual.`
}
