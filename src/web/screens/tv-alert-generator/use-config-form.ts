import type { FormErrors } from '@mantine/form'
import { ORPCError } from '@orpc/client'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import type { TvConfig, TvConfigDraft } from '#shared/model/tv-config.ts'
import { tvConfigLabels, tvConfigTexts } from '#shared/texts/tv-configs.ts'
import { templateFieldNames } from '#shared/tradingview/generated-payload.ts'
import { client } from '#web/data/client.ts'
import { fieldErrors } from '#web/data/error-message.ts'
import { dates } from '#web/data/local-time.ts'
import type { Difference } from '#web/parts/editing/differences.ts'
import { type Edit, useEdit } from '#web/parts/editing/use-edit.ts'
import { configErrors, connectionTrouble, type Known, templateOf } from './config-errors.ts'
import { type Field, fitFields } from './field-values.ts'
import { connectionName } from './words.ts'

/** Stored configuration from which an edit started. */
export type SavedConfig = Pick<TvConfig, 'id' | 'version' | 'name'>

interface ConfigFormOptions {
  /** Initial values of the form. */
  draft: TvConfigDraft
  /** Configuration being edited; undefined to create one. */
  saved: SavedConfig | undefined
  /** True if the new configuration is a copy of another. */
  isClone: boolean
  known: Known & { connections: readonly Pick<Connection, 'id' | 'name' | 'templateId'>[] }
  /** Called when editing ends: after the list contains the saved configuration, or when it was given up. */
  onLeft: () => void
}

/** State and rules of the dialog. Values written for a field are kept when another connection is chosen. */
export interface ConfigForm extends Edit<TvConfigDraft> {
  /** Template of the chosen connection; undefined without a connection, or if it was not found or not loaded. */
  template: Template | undefined
  /** Fields that the template asks for; all written ones without a template. */
  templateFields: Field[]
  /** Values written for fields that the template does not have; they are not saved. */
  leftover: Field[]
  /** Reason why the chosen connection cannot be used. */
  trouble: string | undefined
  setTemplateField: (name: string, value: string) => void
}

export function useConfigForm({
  draft,
  saved,
  isClone,
  known,
  onLeft,
}: ConfigFormOptions): ConfigForm {
  const fitted = ({ connectionId, templateFields }: TvConfigDraft) => {
    const template = templateOf(connectionId, known)
    return {
      template,
      ...fitFields(template && templateFieldNames(template), templateFields),
    }
  }
  const edit = useEdit({
    initialValues: draft,
    validate: values => configErrors(values, known),
    transformValues: (values: TvConfigDraft): TvConfigDraft => ({
      ...values,
      templateFields: Object.fromEntries(fitted(values).fields),
    }),
    refusedFields,
    opened: saved,
    noun: 'configuración',
    calls: client.tvConfigs,
    differences: (mine, theirs) => configDifferences(mine, theirs, known.connections),
    toast: (_, { isNew, isAside }) => {
      const said = isAside || isClone ? tvConfigTexts.aside : tvConfigTexts
      return isNew ? said.created : said.updated
    },
    onSaved: onLeft,
    onLeft,
  })
  const { values, clearFieldError, setFieldValue } = edit.fields
  const { template, fields: templateFields, leftover } = fitted(values)

  return {
    ...edit,
    template,
    templateFields,
    leftover,
    trouble: connectionTrouble(values.connectionId, known),
    setTemplateField: (name, value) => {
      clearFieldError(fieldPath(name))
      setFieldValue('templateFields', { ...values.templateFields, [name]: value })
    },
  }
}

/** Key of a template field's error in the form, and `data-path` of its input. */
export const fieldPath = (name: string): string => `templateFields.${name}`

/** The server's errors about single fields. */
const refusedFields = (error: Error): FormErrors =>
  error instanceof ORPCError && error.code === 'CONNECTION_UNKNOWN'
    ? { connectionId: error.message }
    : fieldErrors(error)

const expiryText = (on: string | null | undefined): string =>
  on ? dates.shortDate(`${on}T12:00:00`) : ''

/** The fields of a configuration, as typed and as stored. */
function configDifferences(
  mine: TvConfigDraft,
  theirs: TvConfig,
  connections: readonly Pick<Connection, 'id' | 'name'>[],
): Difference[] {
  const fields = new Set(
    [mine, theirs].flatMap(({ templateFields }) => Object.keys(templateFields)),
  )
  return [
    { label: tvConfigLabels.name, mine: mine.name, theirs: theirs.name },
    {
      label: tvConfigLabels.connectionId,
      mine: connectionName(mine.connectionId, connections),
      theirs: connectionName(theirs.connectionId, connections),
    },
    ...[...fields].map(name => ({
      label: `{{${name}}}`,
      mine: mine.templateFields[name] ?? '',
      theirs: theirs.templateFields[name] ?? '',
    })),
    {
      label: tvConfigLabels.tradingViewConditionNotes,
      mine: mine.tradingViewConditionNotes,
      theirs: theirs.tradingViewConditionNotes,
    },
    {
      label: tvConfigLabels.tradingViewFrequencyNotes,
      mine: mine.tradingViewFrequencyNotes,
      theirs: theirs.tradingViewFrequencyNotes,
    },
    {
      label: tvConfigLabels.expiresOn,
      mine: expiryText(mine.expiresOn),
      theirs: expiryText(theirs.expiresOn),
    },
  ]
}
