/** What the editor of a message for TradingView knows besides typing. */
import { json } from '@codemirror/lang-json'
import { type Diagnostic, linter } from '@codemirror/lint'
import type { Extension, Text } from '@codemirror/state'
import { placedKeys } from '#shared/tradingview/chart-placeholders.ts'
import { type CodeMark, codeMarks } from '#web/ui/code-editor/code-marks.ts'
import type { PayloadProblem } from './check-payload.ts'
import { CHECK_DELAY_MS, type PayloadChecker } from './payload-checker.ts'

export const payloadExtensions = (check: PayloadChecker): Extension[] => [
  json(),
  codeMarks(placeholderMarks),
  linter(({ state: { doc } }) => check(doc.toString()).map(problem => diagnostic(doc, problem)), {
    delay: CHECK_DELAY_MS,
  }),
]

const placeholderMarks = (text: string): CodeMark[] =>
  placedKeys(text).map(({ from, to }) => ({ from, to, look: 'accent' }))

/** The whole line is marked, from its first sign on. */
function diagnostic(doc: Text, { line, severity, message }: PayloadProblem): Diagnostic {
  const { from, to, text } = doc.line(line)
  return { from: from + text.length - text.trimStart().length, to, severity, message }
}
