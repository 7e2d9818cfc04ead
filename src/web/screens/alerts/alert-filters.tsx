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
  /** Number of alerts that match the filters. */
  count: Counted | undefined
  onChoose: Choose
  searchField: Ref<HTMLInputElement>
  /** Phones only: beside the search field. */
  menu: ReactNode
  /** Phones only: right end of the line below the search field. */
  aside: ReactNode
}

/** Search field and filters of the history: in one row, or on phones behind «Filtros». */
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
  /** Search text in the address. */
  value: string
  /** Called when the typing pauses. */
  onChange: (text: string) => void
  className?: string | undefined
  ref: Ref<HTMLInputElement>
}

/** Searches name, connection, message and payload of alerts. */
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
