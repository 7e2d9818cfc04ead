import { type Diagnostic, linter } from '@codemirror/lint'
import type { Extension, Text } from '@codemirror/state'
import { type Ref, useMemo, useState } from 'react'
import { placedKeys } from '#shared/tradingview/chart-placeholders.ts'
import { leftToFill } from '#shared/tradingview/unfilled.ts'
import { CodeEditor, type CodeEditorHandle } from '#web/ui/code-editor/code-editor.tsx'
import { type CodeMark, codeMarks } from '#web/ui/code-editor/code-marks.ts'
import { jsonLanguage } from '#web/ui/code-editor/json-language.ts'
import { tabStops } from '#web/ui/code-editor/tab-stops.ts'
import { CHECK_DELAY_MS, type PayloadChecker, type PayloadProblem } from './check-payload.ts'

/** JSON highlighting, placeholder marks, tab stops and linting. */
const payloadExtensions = (check: PayloadChecker): Extension[] => [
  jsonLanguage,
  codeMarks(placeholderMarks),
  tabStops(leftToFill),
  linter(({ state: { doc } }) => check(doc.toString()).map(problem => diagnostic(doc, problem)), {
    delay: CHECK_DELAY_MS,
  }),
]

const placeholderMarks = (text: string): CodeMark[] =>
  placedKeys(text).map(({ from, to }) => ({ from, to, look: 'accent' }))

/** Marks the whole line, from its first visible character on. */
function diagnostic(doc: Text, { line, severity, message }: PayloadProblem): Diagnostic {
  const { from, to, text } = doc.line(line)
  return { from: from + text.length - text.trimStart().length, to, severity, message }
}

interface PayloadEditorProps {
  value: string
  onChange: (text: string) => void
  check: PayloadChecker
  broken: boolean
  ref: Ref<CodeEditorHandle>
}

const LINES = 14

/** At the start, the first value to fill in is selected. Imports CodeMirror, so it is loaded on demand. */
export function PayloadEditor({ value, onChange, check, broken, ref }: PayloadEditorProps) {
  const extensions = useMemo(() => payloadExtensions(check), [check])
  const [[first]] = useState(() => leftToFill(value))
  return (
    <CodeEditor
      ref={ref}
      start={first}
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
