import { type Counted, totalWords } from '#web/parts/page-range.ts'

/** «128 alertas». */
export const alertCount = (count: Counted): string =>
  count.total === 1 ? '1 alerta' : `${totalWords(count)} alertas`
