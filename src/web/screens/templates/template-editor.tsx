import { Box, Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatNumber, shortId } from '#shared/format.ts'
import { MAX_NAME_LENGTH } from '#shared/limits.ts'
import { isHtml } from '#shared/message/markup/html.ts'
import type { Template } from '#shared/model/template.ts'
import { templateLabels } from '#shared/texts.ts'
import { api } from '#web/data/client.ts'
import { errorMessage, fieldErrors } from '#web/data/error-message.ts'
import { CodeEditor, type CodeEditorHandle } from '#web/ui/code-editor/code-editor.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { useGuardedClose } from '#web/ui/use-guarded-close.ts'
import { PlaceholderButtons } from './placeholder-buttons.tsx'
import type { RecentAlert } from './recent-alert.ts'
import { RecentAlertMenu } from './recent-alert-menu.tsx'
import { SampleFaultLine } from './sample-fault-line.tsx'
import { sampleLanguage } from './sample-language.ts'
import { SampleMark } from './sample-mark.tsx'
import { defaultSample } from './sample-payload.ts'
import classes from './template-editor.module.css'
import { type TemplateForm, templateErrors } from './template-errors.ts'
import { templateLanguage } from './template-language.ts'
import { TemplatePreview } from './template-preview.tsx'
import type { AlertDraft } from './use-alert-draft.ts'
import { useSaveTemplate } from './use-save-template.ts'

interface TemplateEditorProps {
  /** Undefined: a new template. */
  template: Template | undefined
  /** What a new one begins with, instead of nothing. */
  draft?: AlertDraft
}

/** A dialog that opens as soon as it stands: what one writes left, what comes of it right. */
export function TemplateEditor({ template, draft }: TemplateEditorProps) {
  const [opened, { open, close }] = useDisclosure()
  // Mantine only knows where the focus has to return to if it sees the dialog open.
  useEffect(open, [open])

  const [now] = useState(Date.now)
  const [picked, setPicked] = useState<RecentAlert | undefined>(draft?.alert)
  const [isForConnection, setForConnection] = useState(draft?.connection !== undefined)
  const content = useRef<CodeEditorHandle>(null)
  const sample = useRef<CodeEditorHandle>(null)
  const { data: recent } = useQuery(api.templates.samples.queryOptions({ staleTime: 0 }))
  const recentKeys = useEffectEvent(() => recent?.keys ?? [])
  // What arrives while somebody writes does not close the list of suggestions.
  const [contentLanguage] = useState(() => templateLanguage(() => recentKeys()))
  const form = useForm<TemplateForm>({
    initialValues: {
      name: template?.name ?? draft?.name ?? '',
      content: template?.content ?? draft?.content ?? '',
      sample: draft?.alert.text ?? defaultSample,
    },
    validate: templateErrors,
  })
  const connection = isForConnection ? draft?.connection : undefined
  const changed = form.isDirty('name') || form.isDirty('content')
  const save = useSaveTemplate(template, {
    connection,
    isFromElsewhere: draft !== undefined,
    onRefused: error => showErrors(fieldErrors(error)),
    onLeft: close,
  })
  const { giveUp } = save
  const leave = useGuardedClose({ opened, changed, close, giveUp })

  const shownContent = useDeferredValue(form.values.content)
  const shownSample = useDeferredValue(form.values.sample)

  const showErrors = (errors: FormErrors) => {
    form.setErrors(errors)
    if (errors.name) form.getInputNode('name')?.focus()
    else if (errors.content) content.current?.focus()
    else if (errors.sample) sample.current?.focus()
  }
  const pick = (alert: RecentAlert) => {
    setPicked(alert)
    form.setFieldValue('sample', alert.text)
  }
  const submit = ({ name, content }: TemplateForm) => save.save({ name, content })
  const refusal =
    save.error && Object.keys(fieldErrors(save.error)).length === 0
      ? errorMessage(save.error)
      : undefined
  const problem = refusal ?? Object.values(form.errors).find(message => message !== true)

  return (
    <Dialog
      opened={opened}
      onClose={leave}
      width={1136}
      title={save.isEdit ? 'Editar Plantilla' : 'Crear Nueva Plantilla'}
      titleAside={
        template && save.isEdit && <code className={classes.id}>{shortId(template.id)}</code>
      }
      onSubmit={form.onSubmit(submit, showErrors)}
      side={{
        mainTab: 'Plantilla',
        tab: 'Vista previa',
        width: 400,
        content: (
          <Stack gap="md" h="100%">
            {problem && (
              <Box hiddenFrom="sm">
                <Notice>{problem}</Notice>
              </Box>
            )}
            <TemplatePreview
              content={shownContent}
              // In the place of another one it is tried on what comes to that.
              templateId={template?.id ?? connection?.templateId}
              sample={shownSample}
              alert={picked}
              now={now}
            />
          </Stack>
        ),
      }}
      footStart={
        template !== undefined &&
        template.usedBy > 0 && (
          <Box visibleFrom="sm">Utilizada por {formatNumber(template.usedBy)} conexión(es).</Box>
        )
      }
      foot={
        <>
          <Button onClick={leave}>Cancelar</Button>
          <Button type="submit" variant="filled" loading={save.isPending}>
            {save.isEdit ? 'Actualizar Plantilla' : 'Guardar Plantilla'}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <TextInput
          label={templateLabels.name}
          required
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        {draft?.connection && (
          <Checkbox
            label={`Usarla desde ahora en «${draft.connection.name}»`}
            checked={isForConnection}
            onChange={event => setForConnection(event.currentTarget.checked)}
          />
        )}
        <CodeEditor
          ref={content}
          label={templateLabels.content}
          description={
            <>
              <Tag>{isHtml(form.values.content) ? 'HTML' : 'Markdown'}</Tag>
              <span>Se usa HTML si empieza por &lt; y termina por &gt;</span>
            </>
          }
          required
          lineNumbers
          minLines={7}
          maxLines={16}
          extensions={contentLanguage}
          value={form.values.content}
          onChange={text => form.setFieldValue('content', text)}
          error={form.errors.content}
        />
        <PlaceholderButtons editor={content} />
        <div>
          <CodeEditor
            ref={sample}
            label="JSON de ejemplo"
            description={<SampleMark sample={form.values.sample} />}
            action={<RecentAlertMenu alerts={recent?.payloads} onPick={pick} />}
            lineNumbers
            minLines={7}
            maxLines={12}
            extensions={sampleLanguage}
            value={form.values.sample}
            onChange={text => form.setFieldValue('sample', text)}
            error={form.errors.sample}
          />
          <SampleFaultLine sample={shownSample} />
        </div>
        {refusal && (
          <div ref={reveal}>
            <Notice>{refusal}</Notice>
          </div>
        )}
      </Stack>
    </Dialog>
  )
}

function reveal(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'nearest' })
}
