import { type UseFormReturnType, useForm } from '@mantine/form'
import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { connectionTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { fieldErrors } from '#web/data/field-errors.ts'
import { useAct } from '#web/data/use-act.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { checkConnection } from './check-connection.ts'
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
}

/** State and rules of the connection form, for `ConnectionFields` to show. */
export interface ConnectionForm {
  fields: UseFormReturnType<ConnectionValues>
  origin: Origin | undefined
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
}: ConnectionFormOptions): ConnectionForm {
  const queryClient = useQueryClient()
  // As it was when the form was opened: a later version is another one's edit, to be told.
  const [origin] = useState(currentOrigin)
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

  const refresh = () =>
    Promise.all(
      [api.connections.key(), api.templates.key(), api.profile.key()].map(queryKey =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )

  const save = useAct({
    call: (values: ConnectionValues, signal) => {
      const draft = connectionDraft(values)
      if (!origin) return client.connections.create(draft, { signal })
      const { id, version } = origin.connection
      return origin.kind === 'edit'
        ? client.connections.update({ ...draft, id, version }, { signal })
        : client.connections.create({ ...draft, copyTokenOf: id }, { signal })
    },
    onSuccess: async saved => {
      await refresh()
      const said = origin?.kind === 'edit' ? connectionTexts.updated : connectionTexts.added
      showToast({ type: 'success', message: said(saved.name) })
      onSaved(saved)
    },
    onError: error => {
      showErrors(refusedFields(error))
      // A refusal tells that what this browser shows is no longer so.
      if (error instanceof ORPCError) void refresh()
    },
  })

  return {
    fields,
    origin,
    templates,
    onSubmit: event => {
      setSent(true)
      fields.onSubmit(save.start, showErrors)(event)
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
