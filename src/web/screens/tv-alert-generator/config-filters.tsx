import { MAX_SEARCH_LENGTH } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'
import { FilterCount, FilterField, FilterFieldSkeleton } from '#web/ui/filters.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import classes from './config-filters.module.css'
import type { ConfigFilter } from './matching-configs.ts'
import { countLine, UNKNOWN_CONNECTION } from './words.ts'

interface ConfigFiltersProps {
  filter: ConfigFilter
  onSearch: (text: string) => void
  onChoose: (connectionId: string | undefined) => void
  connections: Connection[] | undefined
  /** Undefined until loaded; a placeholder keeps the row's place. */
  counts: { all: number; shown: number } | undefined
}

export function ConfigFilters({
  filter: { search, connectionId },
  onSearch,
  onChoose,
  connections = [],
  counts,
}: ConfigFiltersProps) {
  if (!counts) {
    return (
      <>
        <FilterFieldSkeleton />
        <Skeleton className={classes.connection} height="var(--control)" />
      </>
    )
  }
  const isGone = connectionId !== undefined && !connections.some(({ id }) => id === connectionId)
  return (
    <>
      <FilterField
        placeholder="Buscar por nombre o condición..."
        label="Buscar configuraciones"
        maxLength={MAX_SEARCH_LENGTH}
        value={search}
        onChange={onSearch}
      />
      <Select
        className={classes.connection}
        aria-label="Conexión"
        data={[
          { value: '', label: 'Todas las Conexiones' },
          ...connections.map(({ id, name }) => ({ value: id, label: name })),
          ...(isGone ? [{ value: connectionId, label: UNKNOWN_CONNECTION }] : []),
        ]}
        value={connectionId ?? ''}
        onChange={id => onChoose(id || undefined)}
      />
      <FilterCount>{countLine(counts)}</FilterCount>
    </>
  )
}
