import { formatNumber } from '#shared/format.ts'
import { COUNTED_MATCHES } from '#shared/limits.ts'

export interface Counted {
  /** Total on all pages. */
  total: number
  /** True if there are more, which were not counted. */
  more?: boolean
}

export interface PageRange extends Counted {
  page: number
  pageSize: number
}

/** «3.482», «más de 10.000»; «al menos 12» where only a part was looked through. */
export function totalWords({ total, more }: Counted): string {
  if (!more) return formatNumber(total)
  return `${total === COUNTED_MATCHES ? 'más de' : 'al menos'} ${formatNumber(total)}`
}

/** Number of the last page; 1 for an empty list. */
export const lastPage = ({ total, pageSize }: Pick<PageRange, 'total' | 'pageSize'>): number =>
  Math.max(1, Math.ceil(total / pageSize))

/** «Mostrando 1-10 de 742». */
export function pageRangeText({ page, pageSize, total, more = false }: PageRange): string {
  const to = Math.min(page * pageSize, total)
  const from = Math.min((page - 1) * pageSize + 1, to)
  return `Mostrando ${formatNumber(from)}-${formatNumber(to)} de ${totalWords({ total, more })}`
}
