import type { FormErrors } from '@mantine/form'
import { ORPCError } from '@orpc/client'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import type { TvConfig, TvConfigDraft } from '#shared/model/tv-config.ts'
import { tvConfigLabels, tvConfigTexts } from '#shared/texts.ts'
import { templateFieldNames } from '#shared/tradingview/generated-payload.ts'
import { client } from '#web/data/client.ts'
import { fieldErrors } from '#web/data/error-message.ts'
import { dates } from '#web/data/local-time.ts'
import type { Difference } from '#web/parts/editing/differences.ts'
import { type Edit, useEdit } from '#web/parts/editing/use-edit.ts'
import { configErrors, connectionTrouble, type Known, templateOf } from './config-errors.ts'
import { type Field, fitFields } from './field-values.ts'
import { connectionName } from './words.ts'

/** What an edit started from. */
export type SavedConfig = Pick<TvConfig, 'id' | 'version' | 'name'>

interface ConfigFormOptions {
  /** What the form holds to begin with. */
  draft: TvConfigDraft
  /** What is edited; without it a new one is made. */
  saved: SavedConfig | undefined
  /** A new one that was made from another. */
  isClone: boolean
  known: Known & { connections: readonly Pick<Connection, 'id' | 'name' | 'templateId'>[] }
  /** Called when there is nothing more to edit: it is stored and the list knows it, or was given up. */
  onLeft: () => void
}

/** State and rules of the dialog. What is written for a field is kept when another connection is chosen. */
export interface ConfigForm extends Edit<TvConfigDraft> {
  /** The chosen connection's; undefined without a connection, or where it could not be loaded. */
  template: Template | undefined
  /** What the template asks for. */
  templateFields: Field[]
  /** What was written for fields that the template does not have, and will not be saved. */
  leftover: Field[]
  /** Why the chosen connection will not do. */
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

/** Where the form keeps what is said against a template's field, and where the field is found. */
export const fieldPath = (name: string): string => `templateFields.${name}`

/** What the server said against single fields. */
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
