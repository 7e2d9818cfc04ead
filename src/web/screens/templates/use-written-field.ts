import { type RefObject, useState } from 'react'
import type { CodeEditorHandle } from '#web/ui/code-editor/code-editor.tsx'

export interface WrittenField {
  editor: RefObject<CodeEditorHandle | null>
  label: string
}

/** What happens to the fields into which placeholders can be put. */
export interface WrittenFieldEvents {
  onFocus: (field: WrittenField) => void
  onBlur: () => void
  onWrite: (field: WrittenField) => void
  /** The fields of a button are not there any more. */
  onGone: () => void
}

/**
 * The field that placeholders are for: the one with the focus, else the one that was written in last,
 * since who goes to a placeholder's button by keyboard passes other fields.
 */
export function useWrittenField(first: WrittenField): [WrittenField, WrittenFieldEvents] {
  const [focused, setFocused] = useState<WrittenField>()
  const [written, setWritten] = useState<WrittenField>()
  const [events] = useState<WrittenFieldEvents>(() => ({
    onFocus: setFocused,
    onBlur: () => setFocused(undefined),
    onWrite: setWritten,
    onGone: () => {
      setFocused(undefined)
      setWritten(undefined)
    },
  }))
  return [focused ?? written ?? first, events]
}
