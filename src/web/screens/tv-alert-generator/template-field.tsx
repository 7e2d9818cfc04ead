import { TextInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { MAX_DESCRIPTION_LENGTH } from '#shared/limits.ts'
import { FieldHint } from '#web/parts/field-hint.tsx'
import { PlaceholderPicker } from './placeholder-picker.tsx'
import classes from './template-field.module.css'
import { fieldPath } from './use-config-form.ts'
import { isOwnText, valueHint } from './value-hint.ts'

interface TemplateFieldProps {
  name: string
  value: string
  error: ReactNode
  onChange: (value: string) => void
}

/** A value to write, TradingView's placeholders to pick from, and below what will come of it. */
export function TemplateField({ name, value, error, onChange }: TemplateFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const hint = valueHint(name, value)

  const put = (text: string) => {
    input.current?.focus()
    if (!isOwnText(value)) input.current?.select()
    // The one way of changing a field that the browser's undo knows of.
    document.execCommand('insertText', false, text)
  }

  return (
    <TextInput
      ref={input}
      data-path={fieldPath(name)}
      label={name}
      classNames={{ label: classes.name, input: classes.value }}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={MAX_DESCRIPTION_LENGTH}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      error={error}
      rightSectionPointerEvents="all"
      rightSection={<PlaceholderPicker field={name} onPick={put} />}
      description={
        <FieldHint hint={hint.isWarning && { tone: 'warn', text: hint.text }}>
          {hint.text}
        </FieldHint>
      }
    />
  )
}
