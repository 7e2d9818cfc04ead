import { IconSearch } from '@tabler/icons-react'
import type { Ref } from 'react'
import { MAX_SEARCH_LENGTH } from '#shared/limits.ts'
import { FilterField } from '#web/ui/filters.tsx'
import { useAddressText } from '#web/ui/use-address-text.ts'

interface SearchFieldProps {
  /** The text that the address holds. */
  value: string
  /** Called when the typing pauses. */
  onChange: (text: string) => void
  className?: string | undefined
  ref: Ref<HTMLInputElement>
}

/** A text of the alert's name, connection, message or payload. */
export function SearchField({ value, onChange, className, ref }: SearchFieldProps) {
  const [text, type] = useAddressText(value, onChange)
  return (
    <FilterField
      ref={ref}
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
