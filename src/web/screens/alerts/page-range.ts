import { formatNumber } from '#shared/format.ts'

export interface PageRange {
  page: number
  pageSize: number
  /** How many there are on all pages. */
  total: number
}

/** The number of the last page; an empty list has one page too. */
export const lastPage = ({ total, pageSize }: Omit<PageRange, 'page'>): number =>
  Math.max(1, Math.ceil(total / pageSize))

/** «Mostrando 1-10 de 742». */
export function pageRangeText({ page, pageSize, total }: PageRange): string {
  const to = Math.min(page * pageSize, total)
  const from = Math.min((page - 1) * pageSize + 1, to)
  return `Mostrando ${formatNumber(from)}-${formatNumber(to)} de ${formatNumber(total)}`
}
