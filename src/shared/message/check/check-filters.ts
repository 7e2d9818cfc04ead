import { formatList } from '../../format.ts'
import { FILTERS, filterHelp, MAX_FILTERS, readFilters } from '../template/filters.ts'

/** Names of the filters as users write them, as a Spanish list. */
const NAMES = formatList(['de 0 a 8 decimales', ...filterHelp.slice(1).map(({ name }) => name)])

const ONLY_FILTERS = new RegExp(String.raw`^${FILTERS}[ \t]*$`, 'u')

/** Why the text after a key is not a list of filters, in Spanish. @param source filters, each after its `|` */
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
