import { Select } from '@mantine/core'
import { PAGE_SIZES } from '#shared/limits.ts'
import { lastPage, type PageRange, pageRangeText } from '#web/parts/page-range.ts'
import { PageFoot } from '#web/ui/page-foot.tsx'
import classes from './alert-pages.module.css'
import type { AlertsSearch, Choose } from './use-alerts-search.ts'

interface AlertPagesProps {
  /** What is shown; nothing as long as nothing is. */
  range: PageRange | undefined
  search: AlertsSearch
  onChoose: Choose
}

/** Foot of the history. */
export function AlertPages({ range, search, onChoose }: AlertPagesProps) {
  const { page, pageSize } = search
  return (
    <PageFoot
      range={range && pageRangeText(range)}
      page={page}
      pages={range && lastPage({ total: range.total, pageSize })}
      onPage={chosen => onChoose({ page: chosen })}
    >
      <Select
        className={classes.size}
        aria-label="Alertas por página"
        data={sizeOptions}
        value={pageSize}
        onChange={size => size && onChoose({ pageSize: size })}
      />
    </PageFoot>
  )
}

const sizeOptions = PAGE_SIZES.map(size => ({ value: size, label: `${size} por página` }))
