import { type RefObject, useState } from 'react'
import type { CodeEditorHandle } from '#web/ui/code-editor/code-editor.tsx'

export interface WrittenField {
  editor: RefObject<CodeEditorHandle | null>
  label: string
}

/** Events of the fields that accept placeholders. */
export interface WrittenFieldEvents {
  onFocus: (field: WrittenField) => void
  onBlur: () => void
  onWrite: (field: WrittenField) => void
  /** Called when the fields of a button unmount. */
  onGone: () => void
}

/**
 * Field that receives placeholders: the focused one, else the one written in last, since the keyboard's way
 * to a placeholder's button passes other fields; else `first`.
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
