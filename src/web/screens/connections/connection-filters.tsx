import { CloseButton, Skeleton, Text, TextInput } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import type { Connection } from '#shared/model/connection.ts'
import classes from './connection-filters.module.css'
import { countLine } from './count-line.ts'

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
      <TextInput
        className={classes.tag}
        aria-label="Filtrar por etiqueta"
        placeholder="Filtrar por etiqueta..."
        leftSection={<IconTag />}
        rightSection={
          text && (
            <CloseButton size="sm" aria-label="Limpiar el filtro" onClick={() => onChange('')} />
          )
        }
        value={text}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <Text className={classes.count} role="status">
        {countLine(all, shown)}
      </Text>
    </>
  )
}
