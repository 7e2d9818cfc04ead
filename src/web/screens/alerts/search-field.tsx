import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '#shared/limits.ts'
import { FilterField } from '#web/ui/filter-field.tsx'

const PAUSE_MS = 250

interface SearchFieldProps {
  /** The text that the address holds. */
  value: string
  /** Called when the typing pauses. */
  onChange: (text: string) => void
  className?: string | undefined
}

/** Goes along with the address, except while somebody types. */
export function SearchField({ value, onChange, className }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const write = useDebouncedCallback((typed: string) => onChange(typed.trim()), PAUSE_MS)

  useEffect(() => {
    if (!write.isPending()) setText(before => (before.trim() === value ? before : value))
  }, [value, write])

  const type = (typed: string) => {
    setText(typed)
    write(typed)
  }
  return (
    <FilterField
      className={className}
      placeholder="Buscar alertas"
      label="Buscar alertas"
      leftSection={<IconSearch />}
      maxLength={MAX_SEARCH_LENGTH}
      value={text}
      onChange={type}
    />
  )
}
