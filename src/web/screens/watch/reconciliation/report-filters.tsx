import { IconArrowsSort } from '@tabler/icons-react'
import type { Ref } from 'react'
import { MAX_SEARCH_LENGTH } from '#shared/limits.ts'
import { type ReportSort, reportSorts } from '#shared/list-choices.ts'
import { dates } from '#web/data/local-time.ts'
import { FilterCount, FilterField } from '#web/ui/filters.tsx'
import { Select } from '#web/ui/select.tsx'
import type { ReportDay } from './days.ts'
import { attention } from './report.ts'
import classes from './report-filters.module.css'
import type { ChooseRows, RowsSearch } from './use-rows-search.ts'
import { sortWords, verdictWords } from './words.ts'

interface ReportFiltersProps {
  search: RowsSearch
  /** Typed text; the address follows after a pause. */
  text: string
  field: Ref<HTMLInputElement>
  onType: (text: string) => void
  onChoose: ChooseRows
  connections: readonly { value: string; label: string }[]
  days: readonly ReportDay[]
  /** Number of matching rows, in words. */
  count: string
}

/** Filters above the rows of a report. */
export function ReportFilters({
  search,
  text,
  field,
  onType,
  onChoose,
  connections,
  days,
  count,
}: ReportFiltersProps) {
  return (
    <search className={classes.filters} aria-label="Filtros">
      <FilterField
        placeholder="Buscar en el informe"
        label="Buscar en el informe"
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        ref={field}
        onChange={onType}
      />
      <Select
        className={classes.verdict}
        aria-label="Veredicto"
        data={verdictOptions}
        value={search.verdict ?? ''}
        onChange={verdict => onChoose({ verdict: attention.find(known => known === verdict) })}
      />
      <Select
        className={classes.connection}
        aria-label="Conexión"
        data={[{ value: '', label: 'Todas las conexiones' }, ...connections]}
        value={search.connectionId ?? ''}
        onChange={connectionId => onChoose({ connectionId: connectionId || undefined })}
      />
      {days.length > 1 && (
        <Select
          className={classes.day}
          aria-label="Día"
          data={[{ value: '', label: 'Todos los días' }, ...dayOptions(days)]}
          value={search.day ?? ''}
          onChange={day => onChoose({ day: day || undefined })}
        />
      )}
      <Select
        className={classes.sort}
        aria-label="Orden"
        leftSection={<IconArrowsSort />}
        data={sortOptions}
        value={search.sort}
        onChange={sort => sort && onChoose({ sort: sort as ReportSort })}
      />
      <FilterCount>{count}</FilterCount>
    </search>
  )
}

const verdictOptions = [
  { value: '', label: 'Todos los veredictos' },
  ...attention.map(verdict => ({ value: verdict, label: verdictWords[verdict].short })),
]

const sortOptions = reportSorts.map(sort => ({ value: sort, label: sortWords[sort] }))

const dayOptions = (days: readonly ReportDay[]) =>
  days
    .toSorted((one, other) => (one.day < other.day ? 1 : -1))
    .map(({ day, start }) => ({ value: day, label: dates.date(start) }))
