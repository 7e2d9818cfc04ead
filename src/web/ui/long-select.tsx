import { Select, type SelectProps } from '@mantine/core'
import { useMemo, useState } from 'react'

interface LongSelectProps extends Omit<SelectProps, 'data' | 'onFocus' | 'value'> {
  data: readonly { value: string; label: string }[]
  value: string
}

/** A select of any number of options, which are drawn once it has the focus. The same `data` draws them once. */
export function LongSelect({ data, value, ...select }: LongSelectProps) {
  const [isReached, setReached] = useState(false)
  const drawn = useMemo(
    () => (isReached ? [...data] : data.filter(option => option.value === value)),
    [isReached, data, value],
  )
  return <Select data={drawn} value={value} onFocus={() => setReached(true)} {...select} />
}
