import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { ORPCError } from '@orpc/client'
import type { FormEvent } from 'react'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import type { TvConfigDraft } from '#shared/model/tv-config.ts'
import { fieldsOf } from '#shared/tradingview/generated-payload.ts'
import { errorMessage, fieldErrors } from '#web/data/error-message.ts'
import { configErrors } from './config-errors.ts'
import { connectionTrouble, type Known, templateOf } from './connection-trouble.ts'
import { type FittedFields, fitFields } from './fit-fields.ts'
import { type SavedConfig, useSaveConfig } from './use-save-config.ts'

interface ConfigFormOptions {
  /** What the form holds to begin with. */
  draft: TvConfigDraft
  /** What is edited; without it a new one is made. */
  saved: SavedConfig | undefined
  isClone: boolean
  known: Known & { connections: readonly Pick<Connection, 'id' | 'name' | 'templateId'>[] }
  /** Called when there is nothing more to edit. */
  onLeft: () => void
}

/** State and rules of the dialog. What is written for a field is kept when another connection is chosen. */
export interface ConfigForm extends FittedFields {
  form: UseFormReturnType<TvConfigDraft>
  isEdit: boolean
  /** The chosen connection's; undefined without a connection, or where it could not be loaded. */
  template: Template | undefined
  /** Why the chosen connection will not do. */
  trouble: string | undefined
  setField: (name: string, value: string) => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  saving: boolean
  /** Ends what is being saved. */
  giveUp: () => void
  /** What the server said against the form as a whole. */
  refusal: string | undefined
}

export function useConfigForm({
  draft,
  saved,
  isClone,
  known,
  onLeft,
}: ConfigFormOptions): ConfigForm {
  const form = useForm({
    initialValues: draft,
    validate: values => configErrors(values, known),
  })
  const { connectionId, templateFields } = form.values
  const template = templateOf(connectionId, known)
  const fitted = fitFields(template && fieldsOf(template.content), templateFields)

  const showErrors = (errors: FormErrors) => {
    form.setErrors(errors)
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }
  const save = useSaveConfig(saved, {
    connections: known.connections,
    isClone,
    onRefused: error => showErrors(refusedFields(error)),
    onLeft,
  })
  const submit = (values: TvConfigDraft) =>
    save.save({ ...values, templateFields: Object.fromEntries(fitted.fields) })

  return {
    ...fitted,
    form,
    isEdit: save.isEdit,
    template,
    trouble: connectionTrouble(connectionId, known),
    setField: (name, value) => {
      form.clearFieldError(fieldPath(name))
      form.setFieldValue('templateFields', { ...templateFields, [name]: value })
    },
    onSubmit: form.onSubmit(submit, showErrors),
    saving: save.isPending,
    giveUp: save.giveUp,
    refusal: save.error ? refusalOf(save.error) : undefined,
  }
}

/** Where the form keeps what is said against a template's field, and where the field is found. */
export const fieldPath = (name: string): string => `templateFields.${name}`

/** What the server said against single fields. */
const refusedFields = (error: Error): FormErrors =>
  error instanceof ORPCError && error.code === 'CONNECTION_UNKNOWN'
    ? { connectionId: error.message }
    : fieldErrors(error)

const refusalOf = (error: Error): string | undefined =>
  Object.keys(refusedFields(error)).length === 0 ? errorMessage(error) : undefined
