/** What the editor of a message for TradingView knows besides typing. */
import { json } from '@codemirror/lang-json'
import { type Diagnostic, linter } from '@codemirror/lint'
import type { Extension, Text } from '@codemirror/state'
import { type CodeMark, codeMarks } from '#web/ui/code-editor/code-marks.ts'
import { checkPayload, type PayloadProblem } from './check-payload.ts'

const LINT_DELAY_MS = 200

export const payloadExtensions = (connectionId: string): Extension[] => [
  json(),
  codeMarks(placeholderMarks),
  linter(
    ({ state: { doc } }) =>
      checkPayload(doc.toString(), connectionId).map(problem => diagnostic(doc, problem)),
    { delay: LINT_DELAY_MS },
  ),
]

const placeholderMarks = (text: string): CodeMark[] =>
  Array.from(text.matchAll(/\{\{[^{}\n]+\}\}/g), ({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
    look: 'accent',
  }))

/** The whole line is marked, from its first sign on. */
function diagnostic(doc: Text, { line, severity, message }: PayloadProblem): Diagnostic {
  const { from, to, text } = doc.line(line)
  return { from: from + text.length - text.trimStart().length, to, severity, message }
}
