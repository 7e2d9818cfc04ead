import { type FormErrors, type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form'
import type { FormEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage, fieldErrors } from '#web/data/error-message.ts'

export interface DraftOptions<Values, Draft>
  extends Pick<UseFormInput<Values, Draft>, 'validate' | 'transformValues' | 'onValuesChange'> {
  initialValues: Values
  /** The fields as they are read, where faults may be named in another order. */
  order?: readonly (keyof Values & string)[]
  /** What takes the focus, where the form does not find the field by itself. */
  inputs?: { [Field in keyof Values]?: RefObject<{ focus: () => void } | null> }
  /** What the server said against single fields. */
  refusedFields?: (error: Error) => FormErrors
}

/** What a form holds until it is saved. */
export interface Draft<Values, Saved = Values> {
  fields: UseFormReturnType<Values, Saved>
  /** Shows what is wrong with which field, and leads the focus to the first. */
  reveal: (faults: FormErrors) => void
  /** Reveals what the server said. */
  onRefused: (error: Error) => void
  /** The form as it is shown, with what happens to it when it is sent. */
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
  /** Ends what is being saved. */
  giveUp: () => void
  /** What the server said against the form as a whole. */
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
    // What is folded away unfolds for its fault before it can take the focus.
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

/** Whether a fault's path is that of a field, or of something in it. */
const isWithin = (field: string, path: string): boolean =>
  path === field || path.startsWith(`${field}.`)
