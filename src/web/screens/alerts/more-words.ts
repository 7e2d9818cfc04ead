import { formatNumber } from '#shared/format.ts'
import { COUNTED_MATCHES } from '#shared/limits.ts'
import type { AlertsSearch } from './use-alerts-search.ts'

interface PartlyShown extends Pick<AlertsSearch, 'sort' | 'search'> {
  total: number
}

/** Why there is more than what is counted, and how to come to it. */
export function moreWords({ total, sort, search }: PartlyShown): string {
  if (search && total === COUNTED_MATCHES) {
    const limit = formatNumber(COUNTED_MATCHES)
    const end = sort === 'timestamp-asc' ? 'antiguas' : 'recientes'
    return `La búsqueda encuentra más de ${limit} alertas y se muestran las ${limit} más ${end}. Añade palabras, fechas u otros filtros para llegar a las demás.`
  }
  return search
    ? 'Se ha buscado solo en una parte del historial. Escribe tres letras o más o, si ya lo has hecho, vuelve en un rato.'
    : 'Por ahora solo se muestra una parte del historial: las demás alertas aún se están ordenando. Vuelve en un rato.'
}
