import { MAX_SEARCH_LENGTH } from '#shared/limits.ts'
import { type WatchFilter, watchFilters } from '#shared/list-choices.ts'
import type { WatchedAlert } from '#shared/model/watch.ts'
import { FilterCount, FilterField, FilterFieldSkeleton } from '#web/ui/filters.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { isIn, type SeriesFilter } from './matching-series.ts'
import classes from './watch-filters.module.css'
import { countLine, filterWords } from './words.ts'

interface WatchFiltersProps {
  filter: SeriesFilter
  /** Undefined until loaded; a placeholder keeps the row's place. */
  all: readonly WatchedAlert[] | undefined
  /** Number of alerts that match the filters. */
  shown: number
  onChoose: (choice: { state?: WatchFilter | undefined; connectionId?: string | undefined }) => void
  onSearch: (text: string) => void
}

export function WatchFilters({ filter, all, shown, onChoose, onSearch }: WatchFiltersProps) {
  if (!all) {
    return (
      <>
        <FilterFieldSkeleton />
        <Skeleton className={classes.choice} height="var(--control)" />
        <Skeleton className={classes.choice} height="var(--control)" />
      </>
    )
  }
  const names = new Map(all.map(series => [series.connectionId, series.connectionName]))
  const { state, connectionId } = filter
  if (connectionId !== undefined && !names.has(connectionId)) names.set(connectionId, 'Sin alertas')
  const connections = [...names]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'es'))
  return (
    <>
      <FilterField
        placeholder="Buscar alerta o conexión"
        label="Buscar en Vigía"
        maxLength={MAX_SEARCH_LENGTH}
        value={filter.search}
        onChange={onSearch}
      />
      <Select
        aria-label="Estado"
        className={classes.choice}
        data={[
          { value: '', label: 'Todos los estados' },
          ...watchFilters.map(value => {
            const count = all.filter(series => isIn(series, value)).length
            return { value, label: count ? `${filterWords[value]} (${count})` : filterWords[value] }
          }),
        ]}
        value={state ?? ''}
        onChange={chosen => onChoose({ state: watchFilters.find(known => known === chosen) })}
      />
      <Select
        aria-label="Conexión"
        className={classes.choice}
        data={[{ value: '', label: 'Todas las conexiones' }, ...connections]}
        value={connectionId ?? ''}
        onChange={id => onChoose({ connectionId: id || undefined })}
      />
      <FilterCount>{countLine(all.length, shown)}</FilterCount>
    </>
  )
}
