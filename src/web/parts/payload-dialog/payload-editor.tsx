import { useMemo } from 'react'
import { CodeEditor } from '#web/ui/code-editor/code-editor.tsx'
import { payloadExtensions } from './payload-extensions.ts'

interface PayloadEditorProps {
  value: string
  onChange: (text: string) => void
  connectionId: string
  broken: boolean
}

const LINES = 14

/** Brings CodeMirror with it. */
export function PayloadEditor({ value, onChange, connectionId, broken }: PayloadEditorProps) {
  const extensions = useMemo(() => payloadExtensions(connectionId), [connectionId])
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
