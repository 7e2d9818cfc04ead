import { Textarea, type TextareaProps } from '@mantine/core'
import classes from './code-field.module.css'

/** A field for code. Its description stands at the right of its label. */
export function CodeField(props: TextareaProps) {
  return (
    <Textarea
      autosize
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      classNames={classes}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      {...props}
    />
  )
}
