import { Pagination, Select } from '@mantine/core'
import { PAGE_SIZES } from '#shared/limits.ts'
import classes from './alert-pages.module.css'
import { lastPage, type PageRange, pageRangeText } from './page-range.ts'
import type { AlertsSearch, Choose } from './use-alerts-search.ts'

interface AlertPagesProps {
  /** What is shown; nothing as long as nothing is. */
  range: PageRange | undefined
  search: AlertsSearch
  onChoose: Choose
  phone: boolean
}

/** Foot of the history: which part of it is shown, and the way to the others. */
export function AlertPages({ range, search, onChoose, phone }: AlertPagesProps) {
  const { page, pageSize } = search
  return (
    <footer className={classes.foot}>
      <span className={classes.range}>{range && pageRangeText(range)}</span>
      <nav className={classes.pages} aria-label="Páginas">
        {range && (
          <Pagination
            gap={4}
            siblings={phone ? 0 : 1}
            total={lastPage({ total: range.total, pageSize })}
            value={page}
            onChange={chosen => onChoose({ page: chosen })}
            getItemProps={item => ({ 'aria-label': `Página ${item}` })}
            getControlProps={control => ({
              'aria-label': control === 'previous' ? 'Página anterior' : 'Página siguiente',
            })}
          />
        )}
      </nav>
      <Select
        className={classes.size}
        aria-label="Alertas por página"
        data={sizeOptions}
        value={pageSize}
        onChange={size => size && onChoose({ pageSize: size })}
      />
    </footer>
  )
}

const sizeOptions = PAGE_SIZES.map(size => ({ value: size, label: `${size} por página` }))
