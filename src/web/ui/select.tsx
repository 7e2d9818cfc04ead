import { Select as MantineSelect, type Primitive, type SelectProps } from '@mantine/core'
import { useState } from 'react'

/** Mantine's select, whose list is mounted on the first focus instead of with the screen. */
export function Select<Value extends Primitive = string>(props: SelectProps<Value>) {
  const [isReached, setReached] = useState(false)
  return (
    <MantineSelect
      // Centred, a list is measured before it is shown and widens a phone's page for good.
      comboboxProps={{ position: 'bottom-start', keepMounted: isReached }}
      onFocus={() => setReached(true)}
      {...props}
    />
  )
}
