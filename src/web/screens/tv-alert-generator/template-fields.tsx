import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { MAX_DESCRIPTION_LENGTH } from '#shared/limits.ts'
import { tvConfigLabels, tvConfigTexts } from '#shared/texts/tv-configs.ts'
import { FieldHint } from '#web/parts/field-hint.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Notice } from '#web/ui/notice.tsx'
import text from '#web/ui/text.module.css'
import { type Field, isOwnText, valueHint } from './field-values.ts'
import { PlaceholderPicker } from './placeholder-picker.tsx'
import classes from './template-fields.module.css'
import { type ConfigForm, fieldPath } from './use-config-form.ts'

interface TemplateFieldsProps {
  config: ConfigForm
  /** Set if the templates could not be loaded. */
  onRetryTemplates: (() => void) | undefined
}

/** Fields that the chosen connection's template asks for. */
export function TemplateFields({ config, onRetryTemplates }: TemplateFieldsProps) {
  const { fields, template, templateFields, trouble, leftover, setTemplateField } = config
  if (fields.values.connectionId === '') return null
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>
        {tvConfigLabels.templateFields}
        {template && <span className={`${classes.template} ${text.line}`}>{template.name}</span>}
      </legend>
      {trouble === tvConfigTexts.templateMissing && <Remedy onRetryTemplates={onRetryTemplates} />}
      {template && templateFields.length === 0 && (
        <Notice tone="warn">{tvConfigTexts.noPlaceholders}</Notice>
      )}
      {fields.errors.templateFields && <Notice>{fields.errors.templateFields}</Notice>}
      {templateFields.length > 0 && (
        <div className={classes.fields}>
          {templateFields.map(([name, value]) => (
            <TemplateField
              key={name}
              name={name}
              value={value}
              error={fields.errors[fieldPath(name)]}
              onChange={text => setTemplateField(name, text)}
            />
          ))}
        </div>
      )}
      {leftover.length > 0 && <Leftover fields={leftover} />}
    </fieldset>
  )
}

function Remedy({ onRetryTemplates }: Pick<TemplateFieldsProps, 'onRetryTemplates'>) {
  return onRetryTemplates ? (
    <Button className={classes.remedy} onClick={onRetryTemplates}>
      Reintentar
    </Button>
  ) : (
    <TextLink className={classes.remedy} to="/connections" target="_blank">
      Elegir otra plantilla para la conexión, en otra pestaña
    </TextLink>
  )
}

function Leftover({ fields }: { fields: Field[] }) {
  return (
    <Notice tone="warn">
      Ya no están en la plantilla y se quitarán al guardar:
      <dl className={`${classes.leftover} ${text.code}`}>
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}

interface TemplateFieldProps {
  name: string
  value: string
  error: ReactNode
  onChange: (value: string) => void
}

/** Input for a value, with a picker of TradingView's placeholders, and a hint about the result. */
function TemplateField({ name, value, error, onChange }: TemplateFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const hint = valueHint(name, value)

  const put = (text: string) => {
    input.current?.focus()
    if (!isOwnText(value)) input.current?.select()
    // `execCommand` is the only change of a field that the browser can undo.
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
