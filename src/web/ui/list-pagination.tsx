import { Pagination } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import classes from './list-pagination.module.css'
import { usePhone } from './use-phone.ts'

interface ListPaginationProps {
  /** Range of the items shown, in words; undefined until loaded. */
  range: string | undefined
  page: number
  /** Number of the last page. */
  pages: number | undefined
  onPage: (page: number) => void
  /** Further choices, such as the page size. */
  children?: ReactNode
}

/** Foot of a paged list: the range shown, and links to the other pages. */
export function ListPagination({ range, page, pages, onPage, children }: ListPaginationProps) {
  return (
    <footer className={classes.foot}>
      <span className={classes.range}>{range}</span>
      <nav className={classes.pages} aria-label="Páginas">
        {pages !== undefined && <Pages page={page} pages={pages} onPage={onPage} />}
      </nav>
      {children}
    </footer>
  )
}

type PagesProps = Pick<ListPaginationProps, 'page' | 'onPage'> & { pages: number }

/** Memoized: if `onPage` is stable, arriving items render it again only when the number of pages changes. */
const Pages = memo(function Pages({ page, pages, onPage }: PagesProps) {
  const phone = usePhone()
  return (
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
  )
})
