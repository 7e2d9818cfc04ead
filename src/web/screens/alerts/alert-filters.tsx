import type { ReactNode, Ref } from 'react'
import { MAX_SEARCH_LENGTH } from '#shared/limits.ts'
import { dayOf } from '#web/data/local-time.ts'
import type { Counted } from '#web/parts/page-range.ts'
import { FilterField } from '#web/ui/filters.tsx'
import { useAddressText } from '#web/ui/use-address-text.ts'
import classes from './filter-fields.module.css'
import { FilterFields } from './filter-fields.tsx'
import { PhoneFilters } from './phone-filters.tsx'
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
      <PhoneFilters {...fields} count={count} menu={menu} aside={aside}>
        {field}
      </PhoneFilters>
    )
  }
  return (
    <>
      {field}
      <FilterFields {...fields} today={dayOf(Date.now())} />
    </>
  )
}

interface SearchFieldProps {
  /** The text that the address holds. */
  value: string
  /** Called when the typing pauses. */
  onChange: (text: string) => void
  className?: string | undefined
  ref: Ref<HTMLInputElement>
}

/** A text of the alert's name, connection, message or payload. */
function SearchField({ value, onChange, className, ref }: SearchFieldProps) {
  const [text, type] = useAddressText(value, onChange)
  return (
    <FilterField
      ref={ref}
      className={className}
      placeholder="Buscar alertas"
      label="Buscar alertas"
      maxLength={MAX_SEARCH_LENGTH}
      value={text}
      onChange={type}
    />
  )
}
