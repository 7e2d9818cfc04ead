import { Box, Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect } from 'react'
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import type { TvConfigDraft } from '#shared/model/tv-config.ts'
import { tvConfigLabels, tvConfigTexts } from '#shared/texts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SearchSelect } from '#web/ui/search-select.tsx'
import { useGuardedClose } from '#web/ui/use-guarded-close.ts'
import classes from './config-dialog.module.css'
import { JsonPreview } from './json-preview.tsx'
import { TemplateFields } from './template-fields.tsx'
import { useConfigForm } from './use-config-form.ts'
import type { SavedConfig } from './use-save-config.ts'

interface ConfigDialogProps {
  draft: TvConfigDraft
  /** What is edited; without it a new one is made. */
  saved: SavedConfig | undefined
  /** What it begins with was made from another. */
  isClone: boolean
  connections: Connection[]
  /** Undefined: they could not be loaded. */
  templates: Template[] | undefined
  onRetryTemplates: () => void
}

/** Opens as soon as it is mounted; a new `key` opens it anew. */
export function ConfigDialog({
  draft,
  saved,
  isClone,
  connections,
  templates,
  onRetryTemplates,
}: ConfigDialogProps) {
  const [opened, { open, close }] = useDisclosure()
  // Opening after mounting lets the dialog remember who had the focus.
  useEffect(open, [open])

  const config = useConfigForm({
    draft,
    saved,
    isClone,
    known: { connections, templates },
    onLeft: close,
  })
  const { form, isEdit, trouble, refusal, giveUp } = config
  const leave = useGuardedClose({ opened, changed: form.isDirty(), close, giveUp })

  const { error: connectionError, ...connection } = form.getInputProps('connectionId')
  const problem = refusal ?? Object.values(form.errors).find(message => message !== true) ?? trouble

  return (
    <Dialog
      opened={opened}
      onClose={leave}
      width={1136}
      title={isEdit ? 'Editar Configuración de Alerta TV' : 'Nueva Configuración de Alerta TV'}
      onSubmit={config.onSubmit}
      side={{
        mainTab: 'Configuración',
        tab: 'JSON',
        width: 400,
        content: (
          <Stack gap="md" className={classes.side}>
            {problem && (
              <Box hiddenFrom="sm">
                <Notice>{problem}</Notice>
              </Box>
            )}
            <JsonPreview connectionId={form.values.connectionId} fields={config.fields} />
          </Stack>
        ),
      }}
      foot={
        <>
          <Button onClick={leave}>Cancelar</Button>
          <Button type="submit" variant="filled" loading={config.saving}>
            {isEdit ? 'Actualizar Configuración' : 'Guardar Configuración'}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <TextInput
          label={tvConfigLabels.name}
          placeholder="Cruce EMA 9/21, BTC 5m"
          required
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        {connections.length > 0 ? (
          <SearchSelect
            label={tvConfigLabels.connectionId}
            placeholder="Selecciona una conexión"
            nothingFoundMessage="Ninguna conexión se llama así"
            data={connections.map(({ id, name }) => ({ value: id, label: name }))}
            required
            {...connection}
            error={connectionError ?? trouble}
          />
        ) : (
          <Notice tone={connectionError ? 'bad' : 'warn'}>
            {tvConfigTexts.connectionFirst}{' '}
            <TextLink
              to="/connections"
              search={{ nueva: 'si' }}
              target="_blank"
              underline="always"
              data-path="connectionId"
            >
              Crear una en otra pestaña
            </TextLink>
          </Notice>
        )}
        <TemplateFields
          config={config}
          onRetryTemplates={templates ? undefined : onRetryTemplates}
        />
        <Textarea
          label={tvConfigLabels.tradingViewConditionNotes}
          description="Opcional. Qué vigila la alerta, para reconocerla."
          placeholder="EMA 9 cruza al alza EMA 21 en 5 minutos"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_DESCRIPTION_LENGTH}
          {...form.getInputProps('tradingViewConditionNotes')}
        />
        <TextInput
          label={tvConfigLabels.tradingViewFrequencyNotes}
          description="Opcional. Cuándo salta, tal como lo elegiste en TradingView."
          placeholder="Una vez por cierre de barra"
          autoComplete="off"
          maxLength={MAX_DESCRIPTION_LENGTH}
          {...form.getInputProps('tradingViewFrequencyNotes')}
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
