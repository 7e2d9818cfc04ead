import { Pagination } from '@mantine/core'
import { memo, type ReactNode } from 'react'
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

/** Drawn again only when there are more or fewer, and not with each thing that arrives. */
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
