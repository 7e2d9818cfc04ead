import { CloseButton, Text, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type Ref, use } from 'react'
import classes from './filters.module.css'
import { controlKeys, KeysAlone, usePressedBy } from './key-presses.ts'
import { Skeleton } from './skeleton.tsx'
import { Tag } from './tag.tsx'
import text from './text.module.css'

interface FilterFieldProps
  extends Pick<TextInputProps, 'className' | 'leftSection' | 'placeholder'> {
  label: string
  value: string
  maxLength: number
  onChange: (text: string) => void
  /** Label of the clear button. */
  clearLabel?: string
  ref?: Ref<HTMLInputElement>
}

/** Text filter of the content below, in the row of filters. */
export function FilterField({
  label,
  value,
  onChange,
  clearLabel = 'Borrar la búsqueda',
  className = classes.field,
  leftSection = <IconSearch />,
  ...input
}: FilterFieldProps) {
  const pressedBy = usePressedBy('search')
  const hint = use(KeysAlone) && (
    <span className={classes.key} aria-hidden="true">
      <Tag>{controlKeys.search}</Tag>
    </span>
  )
  return (
    <TextInput
      className={className}
      aria-label={label}
      leftSection={leftSection}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      // Escape leaves the field, so that the page's shortcuts work again.
      onKeyDown={event => event.key === 'Escape' && event.currentTarget.blur()}
      rightSection={
        value === '' ? (
          hint
        ) : (
          <CloseButton size="sm" aria-label={clearLabel} onClick={() => onChange('')} />
        )
      }
      {...pressedBy}
      {...input}
    />
  )
}

export const FilterFieldSkeleton = () => (
  <Skeleton className={classes.field} height="var(--control)" />
)

/** Number of items that match the filters, at the end of the filter row. */
export const FilterCount = ({ children }: { children: string }) => (
  <Text className={`${classes.count} ${text.quiet}`} role="status">
    {children}
  </Text>
)
