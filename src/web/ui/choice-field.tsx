import { Input, SegmentedControl } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './choice-field.module.css'
import text from './text.module.css'

interface ChoiceFieldProps<Value extends string> {
  label: string
  description?: string
  options: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice of one from a few options, all visible. */
export function ChoiceField<Value extends string>({
  label,
  description,
  options,
  value,
  onChange,
}: ChoiceFieldProps<Value>) {
  const id = useId()
  return (
    <div>
      <Input.Label labelElement="div" id={`${id}-label`} mb={4}>
        {label}
      </Input.Label>
      <SegmentedControl
        className={classes.control}
        fullWidth
        aria-labelledby={`${id}-label`}
        aria-describedby={description && `${id}-description`}
        data={[...options]}
        value={value}
        onChange={onChange}
      />
      {description && (
        <p id={`${id}-description`} className={`${classes.description} ${text.quiet}`}>
          {description}
        </p>
      )}
    </div>
  )
}
