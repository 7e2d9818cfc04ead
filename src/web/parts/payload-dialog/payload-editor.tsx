import { useMemo } from 'react'
import { CodeEditor } from '#web/ui/code-editor/code-editor.tsx'
import type { PayloadChecker } from './payload-checker.ts'
import { payloadExtensions } from './payload-extensions.ts'

interface PayloadEditorProps {
  value: string
  onChange: (text: string) => void
  check: PayloadChecker
  broken: boolean
}

const LINES = 14

/** Brings CodeMirror with it. */
export function PayloadEditor({ value, onChange, check, broken }: PayloadEditorProps) {
  const extensions = useMemo(() => payloadExtensions(check), [check])
  return (
    <CodeEditor
      label="Mensaje de la alerta"
      lineNumbers
      minLines={LINES}
      maxLines={LINES}
      error={broken}
      extensions={extensions}
      value={value}
      onChange={onChange}
    />
  )
}
