import { Box, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { lazy, Suspense, useDeferredValue } from 'react'
import { formatNumber, shortId } from '#shared/format.ts'
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import type { TvConfigDraft } from '#shared/model/tv-config.ts'
import { tvConfigLabels, tvConfigTexts } from '#shared/texts/tv-configs.ts'
import { configPayload, payloadText } from '#shared/tradingview/generated-payload.ts'
import { leftToFill } from '#shared/tradingview/unfilled.ts'
import { EditDialog, Refusal } from '#web/parts/editing/edit-dialog.tsx'
import { JsonCode } from '#web/parts/json-code/json-code.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SearchSelect } from '#web/ui/search-select.tsx'
import text from '#web/ui/text.module.css'
import { useOpened } from '#web/ui/use-opening.ts'
import classes from './config-dialog.module.css'
import { ExpiryField } from './expiry-field.tsx'
import type { Field } from './field-values.ts'
import { TemplateFields } from './template-fields.tsx'
import { type SavedConfig, useConfigForm } from './use-config-form.ts'

interface ConfigDialogProps {
  draft: TvConfigDraft
  /** Configuration being edited; undefined to create one. */
  saved: SavedConfig | undefined
  /** True if the draft is a copy of another configuration. */
  isClone: boolean
  connections: Connection[]
  /** Undefined: they could not be loaded. */
  templates: Template[] | undefined
  onRetryTemplates: () => void
}

/** Opens as soon as it is mounted; a new `key` opens it again. */
export function ConfigDialog({
  draft,
  saved,
  isClone,
  connections,
  templates,
  onRetryTemplates,
}: ConfigDialogProps) {
  const dialog = useOpened()
  const form = useConfigForm({
    draft,
    saved,
    isClone,
    known: { connections, templates },
    onLeft: dialog.close,
  })
  const { fields, isEdit, trouble } = form
  const { error: connectionError, ...connection } = fields.getInputProps('connectionId')

  return (
    <EditDialog
      form={form}
      dialog={dialog}
      problem={trouble}
      width={1136}
      title={isEdit ? 'Editar Configuración de Alerta TV' : 'Nueva Configuración de Alerta TV'}
      action={isEdit ? 'Actualizar Configuración' : 'Guardar Configuración'}
      side={{
        mainTab: 'Configuración',
        tab: 'JSON',
        content: (
          <JsonPreview
            connection={connections.find(({ id }) => id === fields.values.connectionId)}
            template={form.template}
            fields={form.templateFields}
          />
        ),
      }}
    >
      <Stack gap="md">
        <TextInput
          label={tvConfigLabels.name}
          placeholder="Cruce EMA 9/21, BTC 5m"
          required
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          data-autofocus
          {...fields.getInputProps('name')}
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
        <TemplateFields config={form} onRetryTemplates={templates ? undefined : onRetryTemplates} />
        <Textarea
          label={tvConfigLabels.tradingViewConditionNotes}
          description="Opcional. Qué vigila la alerta, para reconocerla."
          placeholder="EMA 9 cruza al alza EMA 21 en 5 minutos"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_DESCRIPTION_LENGTH}
          {...fields.getInputProps('tradingViewConditionNotes')}
        />
        <TextInput
          label={tvConfigLabels.tradingViewFrequencyNotes}
          description="Opcional. Cuándo salta, tal como lo elegiste en TradingView."
          placeholder="Una vez por cierre de barra"
          autoComplete="off"
          maxLength={MAX_DESCRIPTION_LENGTH}
          {...fields.getInputProps('tradingViewFrequencyNotes')}
        />
        <ExpiryField
          value={fields.values.expiresOn ?? null}
          error={fields.errors.expiresOn}
          onChange={on => fields.setFieldValue('expiresOn', on)}
        />
        <Refusal>{form.refusal}</Refusal>
      </Stack>
    </EditDialog>
  )
}

interface JsonPreviewProps {
  /** Undefined if not chosen yet, or deleted. */
  connection: Connection | undefined
  template: Template | undefined
  fields: readonly Field[]
}

/** JSON made of the fields. Shows only the head of the connection's id, which is its webhook's secret. */
function JsonPreview({ connection, template, fields }: JsonPreviewProps) {
  const json = connection && jsonOf(connection, fields)
  const shown = useDeferredValue(json)
  const left = leftToFill(json ?? '').length
  return (
    <div className={classes.preview}>
      <div className={classes.head}>
        <Text component="h3" fw={500}>
          JSON de la alerta
        </Text>
        <span className={text.quiet} role="status">
          {json !== undefined &&
            (left > 0 ? `${formatNumber(left)} por rellenar` : 'Así se genera')}
        </span>
      </div>
      {json === undefined ? (
        <p className={classes.none}>Elige una conexión para ver su JSON.</p>
      ) : (
        <>
          <Box component="section" className={classes.json} tabIndex={0} aria-label="JSON">
            <JsonCode text={json} />
          </Box>
          <p className={`${classes.caption} ${text.quiet}`}>
            Lo que va entre llaves lo pone TradingView. Después de guardar, cópialo entero con
            «Generar JSON para TV».
          </p>
          {connection && template && shown !== undefined && (
            <Suspense>
              <ChartPreview template={template} connection={connection} json={shown} />
            </Suspense>
          )}
        </>
      )}
    </div>
  )
}

const jsonOf = ({ id }: Connection, fields: readonly Field[]): string =>
  payloadText(
    configPayload({ connectionId: shortId(id), templateFields: Object.fromEntries(fields) }),
  )

const ChartPreview = lazy(async () => {
  const { ChartPreview: loaded } = await import('#web/parts/chart-preview/chart-preview.tsx')
  return { default: loaded }
})
