import type { FormErrors } from '@mantine/form'
import { ORPCError } from '@orpc/client'
import { useState } from 'react'
import { botTokenSchema, type Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { connectionTexts } from '#shared/texts/connections.ts'
import { client } from '#web/data/client.ts'
import { fieldErrors } from '#web/data/error-message.ts'
import { type Edit, useEdit } from '#web/parts/editing/use-edit.ts'
import { checkConnection } from './check-connection.ts'
import { connectionDifferences } from './connection-differences.ts'
import {
  type ConnectionValues,
  connectionDraft,
  connectionValues,
  type Origin,
} from './connection-values.ts'

interface ConnectionFormOptions {
  /** Undefined: a new connection. */
  origin?: Origin | undefined
  templates: Template[]
  /** Called once it is stored and the lists are up to date. */
  onSaved: (connection: Connection) => void
  /** Called when the user discards the typed values, as the connection was changed or deleted elsewhere. */
  onLeft: () => void
}

/** State and rules of the connection form, for `ConnectionFields` to show. */
export interface ConnectionForm extends Edit<ConnectionValues> {
  origin: Origin | undefined
  templates: Template[]
  /** True: the chat is chosen in Telegram; false: all fields are typed. */
  isGuided: boolean
  typeAll: () => void
  /** Label of the submit button; undefined while the chat is to be chosen. */
  action: 'Guardar Conexión' | 'Actualizar Conexión' | undefined
}

export function useConnectionForm({
  origin: currentOrigin,
  templates,
  onSaved,
  onLeft,
}: ConnectionFormOptions): ConnectionForm {
  // As of opening the form: a later version comes from someone else's edit, which is reported as a conflict.
  const [begun] = useState(currentOrigin)
  const [isGuided, setGuided] = useState(begun === undefined)
  const [sent, setSent] = useState(false)
  const check = (values: ConnectionValues, hasToken: boolean) =>
    checkConnection(values, { hasToken, templates })

  const edit: Edit<ConnectionValues> = useEdit({
    initialValues: connectionValues(begun, templates),
    validate: values => check(values, origin !== undefined),
    // After the first submission, the list of missing fields follows every change.
    onValuesChange: () => {
      if (sent) edit.fields.validate()
    },
    order: readingOrder,
    refusedFields,
    opened: begun?.kind === 'edit' ? begun.connection : undefined,
    noun: 'conexión',
    calls: {
      create: (values: ConnectionValues, options, copyOf = copied(begun)) =>
        client.connections.create(
          { ...connectionDraft(values), ...(copyOf && { copyTokenOf: copyOf }) },
          options,
        ),
      update: ({ id, version, ...values }, options) =>
        client.connections.update({ ...connectionDraft(values), id, version }, options),
      read: client.connections.read,
    },
    differences: (mine, theirs) => connectionDifferences(mine, theirs, templates),
    // The stored token was deleted with the connection.
    missingForNew: values => check(values, false),
    toast: ({ name }, { isNew }) =>
      isNew ? connectionTexts.added(name) : connectionTexts.updated(name),
    onSaved,
    onLeft,
  })
  const isGone = begun?.kind === 'edit' && !edit.isEdit
  const origin = isGone ? undefined : begun
  const isReady = !isGuided || edit.fields.values.telegramChatId !== ''

  return {
    ...edit,
    origin,
    templates,
    isGuided,
    typeAll: () => {
      setGuided(false)
      edit.fields.clearErrors()
    },
    action: isReady ? (edit.isEdit ? 'Actualizar Conexión' : 'Guardar Conexión') : undefined,
    onSubmit: event => {
      if (!isReady) {
        event.preventDefault()
        askForToken(edit.fields)
        return
      }
      setSent(true)
      edit.onSubmit(event)
    },
  }
}

/** Called on Enter before a chat is chosen: shows the error of a missing or malformed token. */
function askForToken(fields: ConnectionForm['fields']): void {
  const { telegramBotToken: token } = fields.values
  const { error } = botTokenSchema.safeParse(token)
  if (!error) return
  fields.setFieldError('telegramBotToken', error.issues[0]?.message)
  fields.getInputNode('telegramBotToken')?.focus()
}

const copied = (origin: Origin | undefined): string | undefined =>
  origin?.kind === 'copy' ? origin.connection.id : undefined

const readingOrder = [
  'name',
  'telegramBotToken',
  'telegramChatId',
  'templateId',
  'description',
  'tags',
  'topicId',
] as const

/** Server errors for single fields. */
function refusedFields(error: Error): FormErrors {
  if (error instanceof ORPCError) {
    if (error.code === 'TEMPLATE_UNKNOWN') return { templateId: error.message }
    if (error.code === 'COPIED_CONNECTION_GONE' || error.code === 'COPIED_TOKEN_UNREADABLE')
      return { telegramBotToken: error.message }
  }
  return fieldErrors(error)
}
