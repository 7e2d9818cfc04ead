import { CloseButton, Skeleton, Text, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Ref } from 'react'
import classes from './filters.module.css'
import text from './text.module.css'

interface FilterFieldProps
  extends Pick<TextInputProps, 'className' | 'leftSection' | 'maxLength' | 'placeholder'> {
  label: string
  value: string
  onChange: (text: string) => void
  /** What the cross at its end does. */
  clearLabel?: string
  ref?: Ref<HTMLInputElement>
}

/** A text that narrows down what stands below, in the row of filters. */
export const FilterField = ({
  label,
  value,
  onChange,
  clearLabel = 'Borrar la búsqueda',
  className = classes.field,
  leftSection = <IconSearch />,
  ...input
}: FilterFieldProps) => (
  <TextInput
    className={className}
    aria-label={label}
    leftSection={leftSection}
    value={value}
    onChange={event => onChange(event.currentTarget.value)}
    rightSection={
      value !== '' && <CloseButton size="sm" aria-label={clearLabel} onClick={() => onChange('')} />
    }
    {...input}
  />
)

export const FilterFieldSkeleton = () => (
  <Skeleton className={classes.field} height="var(--control)" />
)

/** How much the filters leave, at the end of their row. */
export const FilterCount = ({ children }: { children: string }) => (
  <Text className={`${classes.count} ${text.quiet}`} role="status">
    {children}
  </Text>
)
