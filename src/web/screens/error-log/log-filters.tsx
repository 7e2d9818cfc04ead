import { IconArrowsSort } from '@tabler/icons-react'
import type { Ref } from 'react'
import { MAX_SEARCH_LENGTH } from '#shared/limits.ts'
import { FilterCount, FilterField } from '#web/ui/filters.tsx'
import { Select } from '#web/ui/select.tsx'
import classes from './log-filters.module.css'
import type { ChooseLog, LogSearch } from './use-error-log.ts'
import { entryCount } from './words.ts'

interface LogFiltersProps {
  search: LogSearch
  /** Typed text; the address follows after a pause. */
  text: string
  field: Ref<HTMLInputElement>
  onType: (text: string) => void
  onChoose: ChooseLog
  /** Number of entries found; undefined until loaded, or while the address asks for a page beyond the last one. */
  total: number | undefined
}

export function LogFilters({ search, text, field, onType, onChoose, total }: LogFiltersProps) {
  return (
    <>
      <FilterField
        placeholder="Buscar por mensaje u origen..."
        label="Buscar en el registro"
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        ref={field}
        onChange={onType}
      />
      <Select
        className={classes.critical}
        aria-label="Criticidad"
        data={[
          { value: '', label: 'Todas' },
          { value: 'si', label: 'Críticas' },
          { value: 'no', label: 'No Críticas' },
        ]}
        value={search.critical ?? ''}
        onChange={critical => onChoose({ critical: critical || undefined })}
      />
      <Select
        className={classes.sort}
        aria-label="Orden"
        leftSection={<IconArrowsSort />}
        data={[
          { value: 'timestamp-desc', label: 'Más recientes' },
          { value: 'timestamp-asc', label: 'Más antiguas' },
        ]}
        value={search.sort}
        onChange={sort => sort && onChoose({ sort })}
      />
      {total !== undefined && <FilterCount>{entryCount(total)}</FilterCount>}
    </>
  )
}
