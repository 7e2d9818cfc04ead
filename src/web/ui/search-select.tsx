import type { SelectProps } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { Select } from './select.tsx'

/** A searchable select. Enter submits the form only while the list is closed. */
export const SearchSelect = (props: SelectProps) => (
  <Select searchable onKeyDown={keepForm} {...props} />
)

function keepForm(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Enter' && event.currentTarget.ariaExpanded === 'true') event.preventDefault()
}
