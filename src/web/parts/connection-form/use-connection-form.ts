import { type UseFormReturnType, useForm } from '@mantine/form'
import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { copyName } from '#shared/copy-name.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { connectionTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage, fieldErrors } from '#web/data/error-message.ts'
import { useEdit } from '#web/parts/edit-conflict/use-edit.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { checkConnection } from './check-connection.ts'
import { connectionDifferences } from './connection-differences.ts'
import {
  type ConnectionValues,
  connectionDraft,
  connectionValues,
  type Origin,
} from './connection-values.ts'

interface ConnectionFormOptions {
  /** Undefined: a new connection is made from nothing. */
  origin?: Origin | undefined
  templates: Template[]
  /** Called when it is stored and the lists know it. */
  onSaved: (connection: Connection) => void
  /** Called when what was typed gives way to somebody else's edit. */
  onLeft: () => void
}

/** State and rules of the connection form, for `ConnectionFields` to show. */
export interface ConnectionForm {
  fields: UseFormReturnType<ConnectionValues>
  origin: Origin | undefined
  /** A connection that exists is changed by saving. */
  isEdit: boolean
  templates: Template[]
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  saving: boolean
  /** Ends what is being saved. */
  giveUp: () => void
  /** What the server said against the form as a whole. */
  refusal: string | null
}

export function useConnectionForm({
  origin: currentOrigin,
  templates,
  onSaved,
  onLeft,
}: ConnectionFormOptions): ConnectionForm {
  const queryClient = useQueryClient()
  // As it was when the form was opened: a later version is another one's edit, to be told.
  const [origin, setOrigin] = useState(currentOrigin)
  const [sent, setSent] = useState(false)
  const fields: UseFormReturnType<ConnectionValues> = useForm({
    initialValues: connectionValues(origin, templates),
    validate: values => checkConnection(values, { hasToken: origin !== undefined, templates }),
    // Once it was sent, the list of what is missing follows every key.
    onValuesChange: () => {
      if (sent) fields.validate()
    },
  })

  const showErrors = (errors: FieldErrors) => {
    // What is folded away unfolds for its error before it can take the focus.
    flushSync(() => fields.setErrors(errors))
    const first = readingOrder.find(field => field in errors)
    if (first) fields.getInputNode(first)?.focus()
  }

  const save = useEdit({
    opened: origin?.kind === 'edit' ? origin.connection : undefined,
    noun: 'conexión',
    create: (values: ConnectionValues, signal) =>
      client.connections.create(
        {
          ...connectionDraft(values),
          ...(origin?.kind === 'copy' && { copyTokenOf: origin.connection.id }),
        },
        { signal },
      ),
    update: (values, { id, version }, signal) =>
      client.connections.update({ ...connectionDraft(values), id, version }, { signal }),
    copy: (values, id, signal) =>
      client.connections.create(
        { ...connectionDraft(values), name: copyName(values.name), copyTokenOf: id },
        { signal },
      ),
    read: (id, signal) => client.connections.read({ id }, { signal }),
    differences: (mine, theirs) => connectionDifferences(mine, theirs, templates),
    mayBeNew: values => {
      // The token went with the connection.
      setOrigin(undefined)
      const errors = checkConnection(values, { hasToken: false, templates })
      showErrors(errors)
      return Object.keys(errors).length === 0
    },
    refresh: () =>
      Promise.all(
        [api.connections.key(), api.templates.key(), api.profile.key()].map(queryKey =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
    onSaved: (saved, { isNew }) => {
      const said = isNew ? connectionTexts.added : connectionTexts.updated
      showToast({ type: 'success', message: said(saved.name) })
      onSaved(saved)
    },
    onRefused: error => showErrors(refusedFields(error)),
    onLeft,
  })

  return {
    fields,
    origin,
    isEdit: save.isEdit,
    templates,
    onSubmit: event => {
      setSent(true)
      fields.onSubmit(save.save, showErrors)(event)
    },
    saving: save.isPending,
    giveUp: save.giveUp,
    refusal:
      save.error && Object.keys(refusedFields(save.error)).length === 0
        ? errorMessage(save.error)
        : null,
  }
}

type FieldErrors = UseFormReturnType<ConnectionValues>['errors']

const readingOrder = [
  'name',
  'telegramBotToken',
  'telegramChatId',
  'templateId',
  'description',
  'tags',
  'topicId',
] as const

/** What the server said against single fields. */
function refusedFields(error: Error): FieldErrors {
  if (error instanceof ORPCError) {
    if (error.code === 'TEMPLATE_UNKNOWN') return { templateId: error.message }
    if (error.code === 'COPIED_CONNECTION_GONE') return { telegramBotToken: error.message }
  }
  return fieldErrors(error)
}
