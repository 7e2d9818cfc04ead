import { Box, Button, Stack, TextInput } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { formatNumber, shortId } from '#shared/format.ts'
import { MAX_NAME_LENGTH } from '#shared/limits.ts'
import { isHtml } from '#shared/message/html.ts'
import type { Template } from '#shared/model/template.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { fieldErrors } from '#web/data/field-errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { useGuardedClose } from '#web/ui/use-guarded-close.ts'
import { CodeField } from './code-field.tsx'
import { PlaceholderButtons } from './placeholder-buttons.tsx'
import { SampleMark } from './sample-mark.tsx'
import { defaultSample } from './sample-payload.ts'
import classes from './template-editor.module.css'
import { type TemplateForm, templateErrors } from './template-errors.ts'
import { TemplatePreview } from './template-preview.tsx'
import { useSaveTemplate } from './use-save-template.ts'

/** A dialog that opens as soon as it stands: what one writes left, what comes of it right. */
export function TemplateEditor({ template }: { template: Template | undefined }) {
  const [opened, { open, close }] = useDisclosure()
  // Mantine only knows where the focus has to return to if it sees the dialog open.
  useEffect(open, [open])

  const [now] = useState(Date.now)
  const content = useRef<HTMLTextAreaElement>(null)
  const form = useForm<TemplateForm>({
    initialValues: {
      name: template?.name ?? '',
      content: template?.content ?? '',
      sample: defaultSample,
    },
    validate: templateErrors,
  })
  const changed = form.isDirty('name') || form.isDirty('content')
  const leave = useGuardedClose({ opened, changed, close })
  const save = useSaveTemplate(template)

  const shownContent = useDeferredValue(form.values.content)
  const shownSample = useDeferredValue(form.values.sample)

  const showErrors = (errors: FormErrors) => {
    form.setErrors(errors)
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }
  const submit = ({ name, content }: TemplateForm) => {
    if (save.isPending) return
    save.mutate(
      { name, content },
      { onSuccess: close, onError: error => showErrors(fieldErrors(error)) },
    )
  }
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
      title={template ? 'Editar Plantilla' : 'Crear Nueva Plantilla'}
      titleAside={template && <code className={classes.id}>{shortId(template.id)}</code>}
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
            <TemplatePreview content={shownContent} sample={shownSample} now={now} />
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
            {template ? 'Actualizar Plantilla' : 'Guardar Plantilla'}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <TextInput
          label="Nombre"
          required
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <CodeField
          ref={content}
          label="Contenido"
          description={
            <>
              <Tag>{isHtml(form.values.content) ? 'HTML' : 'Markdown'}</Tag>
              <span>Se usa HTML si empieza por &lt; y termina por &gt;</span>
            </>
          }
          required
          minRows={7}
          maxRows={16}
          {...form.getInputProps('content')}
        />
        <PlaceholderButtons field={content} />
        <CodeField
          label="JSON de ejemplo"
          description={<SampleMark sample={form.values.sample} />}
          minRows={7}
          maxRows={12}
          {...form.getInputProps('sample')}
        />
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
