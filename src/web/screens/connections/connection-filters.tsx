import { Skeleton } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import type { Connection } from '#shared/model/connection.ts'
import { connectionCountLine } from '#web/parts/connection-count-line.ts'
import { FilterCount, FilterField } from '#web/ui/filters.tsx'
import classes from './connection-filters.module.css'

interface ConnectionFiltersProps {
  text: string
  onChange: (text: string) => void
  /** Undefined until they have arrived; the row keeps its place meanwhile. */
  all: Connection[] | undefined
  shown: Connection[] | undefined
}

export function ConnectionFilters({ text, onChange, all, shown }: ConnectionFiltersProps) {
  if (!all || !shown) return <Skeleton className={classes.tag} height="var(--control)" />
  return (
    <>
      <FilterField
        label="Filtrar por etiqueta"
        placeholder="Filtrar por etiqueta..."
        leftSection={<IconTag />}
        clearLabel="Limpiar el filtro"
        value={text}
        onChange={onChange}
      />
      <FilterCount>{connectionCountLine(all, shown)}</FilterCount>
    </>
  )
}
