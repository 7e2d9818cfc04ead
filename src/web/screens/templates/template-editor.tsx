import { Box, Checkbox, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffectEvent, useMemo, useRef, useState } from 'react'
import { quantity, shortId } from '#shared/format.ts'
import { MAX_NAME_LENGTH } from '#shared/limits.ts'
import { picturePlaces } from '#shared/message/composed-message.ts'
import { missingChoices } from '#shared/message/gaps.ts'
import { isHtml } from '#shared/message/markup/html.ts'
import type { Template, TemplateDraft } from '#shared/model/template.ts'
import type { TemplateButton } from '#shared/model/template-button.ts'
import { templateLabels } from '#shared/texts/templates.ts'
import { commonPlaceholders, productPlaceholders } from '#shared/tradingview/chart-placeholders.ts'
import { api } from '#web/data/client.ts'
import { EditDialog, Refusal } from '#web/parts/editing/edit-dialog.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { CodeEditor, type CodeEditorHandle } from '#web/ui/code-editor/code-editor.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { useOpened } from '#web/ui/use-opening.ts'
import { buttonErrors, isOfButtons } from './buttons/button-errors.ts'
import { pictureNames } from './buttons/button-words.ts'
import { ButtonsEditor, type ButtonsEditorHandle } from './buttons/buttons-editor.tsx'
import { SampleEditor } from './sample-editor.tsx'
import classes from './template-editor.module.css'
import { templateLanguage, valueLanguage } from './template-language.ts'
import { TemplatePreview } from './template-preview.tsx'
import type { RecentAlert, TemplateStart } from './use-alert-draft.ts'
import { useTemplateEdit } from './use-template-edit.ts'
import { useWrittenField, type WrittenField } from './use-written-field.ts'
import { missingNames } from './words.ts'

interface TemplateEditorProps {
  /** Undefined: a new template. */
  template: Template | undefined
  /** Initial values of a new template. */
  start?: TemplateStart | undefined
  /** Unsaved changes with which an edit starts. */
  change?: Partial<TemplateDraft> | undefined
  /** Alert previewed at first; undefined: the default sample. */
  alert: RecentAlert | undefined
}

/** Dialog that opens as soon as it is mounted: fields on the left, preview on the right. */
export function TemplateEditor({ template, start, change, alert }: TemplateEditorProps) {
  const dialog = useOpened()
  const [now] = useState(Date.now)
  const [picked, setPicked] = useState(alert)
  const [isForConnection, setForConnection] = useState(start?.connection !== undefined)
  const content = useRef<CodeEditorHandle>(null)
  const buttons = useRef<ButtonsEditorHandle>(null)
  const sample = useRef<CodeEditorHandle>(null)
  const contentField = { editor: content, label: templateLabels.content }
  const [written, events] = useWrittenField(contentField)
  const { data: recent } = useQuery(api.templates.samples.queryOptions({ staleTime: 0 }))
  const recentKeys = useEffectEvent(() => recent?.keys ?? [])
  // Created once: an alert that arrives while the user types does not close the list of suggestions.
  const [contentLanguage] = useState(() => templateLanguage(() => recentKeys()))
  const [buttonLanguage] = useState(() => valueLanguage(() => recentKeys()))
  const connection = isForConnection ? start?.connection : undefined
  const form = useTemplateEdit({
    template,
    start,
    change,
    alert,
    connection,
    inputs: { content, buttons, sample },
    onLeft: dialog.close,
  })
  const { fields, isEdit } = form

  const { content: text, buttons: rows, picture: place, whenMissing } = fields.values
  const shown = useDeferredValue(
    useMemo(
      () => ({ content: text, buttons: rows, picture: place, whenMissing }),
      [text, rows, place, whenMissing],
    ),
  )
  const shownSample = useDeferredValue(fields.values.sample)

  const pick = (alert: RecentAlert) => {
    setPicked(alert)
    fields.setFieldValue('sample', alert.text)
  }

  const setButtons = (rows: TemplateButton[][]) => {
    fields.setFieldValue('buttons', rows)
    const told = Object.entries(fields.errors)
    const others = told.filter(([path]) => !isOfButtons(path))
    // Corrected errors disappear, and the errors of a moved button follow it.
    if (others.length < told.length)
      fields.setErrors({ ...Object.fromEntries(others), ...buttonErrors(rows) })
  }

  return (
    <EditDialog
      form={form}
      dialog={dialog}
      isChanged={change !== undefined || saved.some(field => fields.isDirty(field))}
      width={1136}
      title={isEdit ? 'Editar Plantilla' : 'Crear Nueva Plantilla'}
      titleAside={template && isEdit && <code className={classes.id}>{shortId(template.id)}</code>}
      action={isEdit ? 'Actualizar Plantilla' : 'Guardar Plantilla'}
      side={{
        mainTab: 'Plantilla',
        tab: 'Vista previa',
        content: (
          <TemplatePreview
            draft={shown}
            // A template for a connection is tried on the alerts of the template it replaces.
            templateId={template?.id ?? connection?.templateId}
            sample={shownSample}
            alert={picked}
            now={now}
          />
        ),
      }}
      footStart={
        template !== undefined &&
        template.usedBy > 0 && (
          <Box visibleFrom="sm">
            Utilizada por {quantity(template.usedBy, 'conexión', 'conexiones')}.
          </Box>
        )
      }
    >
      <Stack gap="md">
        <TextInput
          label={templateLabels.name}
          required
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          data-autofocus
          {...fields.getInputProps('name')}
        />
        {start?.connection && (
          <Checkbox
            label={`Usarla desde ahora en «${start.connection.name}»`}
            checked={isForConnection}
            onChange={event => setForConnection(event.currentTarget.checked)}
          />
        )}
        <CodeEditor
          ref={content}
          label={templateLabels.content}
          description={
            <>
              <Tag>{isHtml(fields.values.content) ? 'HTML' : 'Markdown'}</Tag>
              <span>Se usa HTML si empieza por &lt; y termina por &gt;</span>
            </>
          }
          required
          lineNumbers
          minLines={7}
          maxLines={16}
          extensions={contentLanguage}
          value={fields.values.content}
          onChange={text => {
            events.onWrite(contentField)
            fields.setFieldValue('content', text)
          }}
          onFocus={() => events.onFocus(contentField)}
          onBlur={events.onBlur}
          error={fields.errors.content}
        />
        <PlaceholderButtons field={written} />
        <ButtonsEditor
          ref={buttons}
          rows={fields.values.buttons}
          onChange={setButtons}
          errors={fields.errors}
          language={buttonLanguage}
          events={events}
        />
        <ChoiceField
          label="Imagen del gráfico"
          description="Cuando la alerta trae la dirección de una imagen, como snapshot o chart_url."
          options={picturePlaces.map(value => ({ value, label: pictureNames[value] }))}
          value={fields.values.picture}
          onChange={place => fields.setFieldValue('picture', place)}
        />
        <ChoiceField
          label={templateLabels.whenMissing}
          description="Qué se hace con un campo del que la alerta no trae valor."
          options={missingChoices.map(value => ({ value, label: missingNames[value] }))}
          value={fields.values.whenMissing}
          onChange={choice => fields.setFieldValue('whenMissing', choice)}
        />
        <SampleEditor
          ref={sample}
          value={fields.values.sample}
          onChange={text => fields.setFieldValue('sample', text)}
          error={fields.errors.sample}
          alerts={recent?.payloads}
          onPick={pick}
        />
        <Refusal>{form.refusal}</Refusal>
      </Stack>
    </EditDialog>
  )
}

/** Fields that are saved; the sample is not. */
const saved = ['name', 'content', 'buttons', 'picture', 'whenMissing'] as const

const groups = [
  { name: 'TradingView', keys: commonPlaceholders },
  { name: 'Pregonero', keys: productPlaceholders },
]

/** Buttons that insert `{{key}}` at the cursor of the field's editor, which gets or keeps the focus. */
function PlaceholderButtons({ field: { editor, label } }: { field: WrittenField }) {
  return (
    <fieldset className={classes.buttons}>
      <legend className={classes.legend}>
        Insertar campo
        {label !== templateLabels.content && <span> en «{label}»</span>}
      </legend>
      {groups.map(({ name, keys }) => (
        <div key={name} className={classes.group}>
          <span className={classes.name}>{name}</span>
          <div className={classes.keys}>
            {keys.map(key => (
              <UnstyledButton
                key={key}
                className={classes.key}
                onMouseDown={event => event.preventDefault()}
                onClick={() => editor.current?.insert(`{{${key}}}`)}
              >
                {key}
              </UnstyledButton>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  )
}
