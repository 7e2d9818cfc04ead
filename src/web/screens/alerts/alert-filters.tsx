import type { ReactNode, Ref } from 'react'
import type { Counted } from '#web/parts/page-range.ts'
import classes from './alert-filters.module.css'
import { FilterDrawer } from './filter-drawer.tsx'
import { FilterFields } from './filter-fields.tsx'
import { SearchField } from './search-field.tsx'
import type { AlertsSearch, Choose } from './use-alerts-search.ts'
import type { ConnectionOption } from './use-connection-options.ts'

interface AlertFiltersProps {
  phone: boolean
  search: AlertsSearch
  connections: ConnectionOption[] | undefined
  /** What the filters leave. */
  count: Counted | undefined
  onChoose: Choose
  searchField: Ref<HTMLInputElement>
  /** On phones, beside the search. */
  menu: ReactNode
  /** On phones, the right end of what is below the search. */
  aside: ReactNode
}

/** The search and what else narrows the history: in one row, or on phones behind «Filtros». */
export function AlertFilters({
  phone,
  count,
  searchField,
  menu,
  aside,
  ...fields
}: AlertFiltersProps) {
  const { search, onChoose } = fields
  const field = (
    <SearchField
      ref={searchField}
      className={classes.search}
      value={search.search ?? ''}
      onChange={text => onChoose({ search: text || undefined }, { replace: true })}
    />
  )
  if (phone) {
    return (
      <FilterDrawer {...fields} count={count} menu={menu} aside={aside}>
        {field}
      </FilterDrawer>
    )
  }
  return (
    <>
      {field}
      <FilterFields {...fields} />
    </>
  )
}
