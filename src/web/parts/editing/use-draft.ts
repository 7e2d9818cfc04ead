import { type FormErrors, type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form'
import type { FormEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage, fieldErrors } from '#web/data/error-message.ts'

export interface DraftOptions<Values, Draft>
  extends Pick<UseFormInput<Values, Draft>, 'validate' | 'transformValues' | 'onValuesChange'> {
  initialValues: Values
  /** Fields in reading order, if the keys of the errors may be in another order. */
  order?: readonly (keyof Values & string)[]
  /** Elements to focus for fields that the form can't find itself. */
  inputs?: { [Field in keyof Values]?: RefObject<{ focus: () => void } | null> }
  /** Server errors for single fields. */
  refusedFields?: (error: Error) => FormErrors
}

/** State of a form until it is saved. */
export interface Draft<Values, Saved = Values> {
  fields: UseFormReturnType<Values, Saved>
  /** Shows errors at their fields and focuses the first. */
  reveal: (faults: FormErrors) => void
  /** Shows a server error at its fields. */
  onRefused: (error: Error) => void
  /** The form for `EditDialog`: submits by `save`, and shows the state of `act`. */
  sentTo: (save: (draft: Saved) => void, act: Saving) => DraftForm<Values, Saved>
}

interface Saving {
  isPending: boolean
  error: Error | null
  giveUp: () => void
}

export interface DraftForm<Values, Saved = Values> {
  fields: UseFormReturnType<Values, Saved>
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  isPending: boolean
  /** Aborts saving. */
  giveUp: () => void
  /** Server error about the form as a whole. */
  refusal: string | undefined
}

export function useDraft<Values extends Record<string, unknown>, Saved = Values>({
  order,
  inputs,
  refusedFields = fieldErrors,
  ...options
}: DraftOptions<Values, Saved>): Draft<Values, Saved> {
  const fields = useForm<Values, Saved>(options)
  const reveal = (faults: FormErrors) => {
    // Folded fields unfold for their error before they can take the focus.
    flushSync(() => fields.setErrors(faults))
    const paths = Object.keys(faults)
    const first = (order ?? paths).find(field => paths.some(path => isWithin(field, path)))
    if (first === undefined) return
    const input = inputs?.[first]?.current ?? fields.getInputNode(first)
    input?.focus()
  }
  const refusalOf = (error: Error) =>
    Object.keys(refusedFields(error)).length === 0 ? errorMessage(error) : undefined

  return {
    fields,
    reveal,
    onRefused: error => reveal(refusedFields(error)),
    sentTo: (save, { isPending, error, giveUp }) => ({
      fields,
      onSubmit: fields.onSubmit(save, reveal),
      isPending,
      giveUp,
      refusal: error ? refusalOf(error) : undefined,
    }),
  }
}

/** True if an error's path is a field, or inside it. */
const isWithin = (field: string, path: string): boolean =>
  path === field || path.startsWith(`${field}.`)
