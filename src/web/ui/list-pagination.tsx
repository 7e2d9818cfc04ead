import { Pagination } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './list-pagination.module.css'
import { usePhone } from './use-phone.ts'

interface ListPaginationProps {
  /** Which part of the whole is shown; nothing as long as nothing is. */
  range: string | undefined
  page: number
  /** The number of the last one. */
  pages: number | undefined
  onPage: (page: number) => void
  /** What else is chosen here: how much a page holds. */
  children?: ReactNode
}

/** Foot of a list that comes in pages: which part of it is shown, and the way to the others. */
export function ListPagination({ range, page, pages, onPage, children }: ListPaginationProps) {
  const phone = usePhone()
  return (
    <footer className={classes.foot}>
      <span className={classes.range}>{range}</span>
      <nav className={classes.pages} aria-label="Páginas">
        {pages !== undefined && (
          <Pagination
            gap={4}
            siblings={phone ? 0 : 1}
            total={pages}
            value={page}
            onChange={onPage}
            getItemProps={item => ({ 'aria-label': `Página ${item}` })}
            getControlProps={control => ({
              'aria-label': control === 'previous' ? 'Página anterior' : 'Página siguiente',
            })}
          />
        )}
      </nav>
      {children}
    </footer>
  )
}
