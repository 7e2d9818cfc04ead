import { autocompletion } from '@codemirror/autocomplete'
import { linter } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { codeMarks } from '#web/ui/code-editor/code-marks.ts'
import { placeholderCompletions } from './placeholder-completions.ts'
import { templateMarks } from './template-marks.ts'
import { templateProblemsOf } from './template-problems-of.ts'

const LINT_DELAY_MS = 300

/** Markdown and HTML as Pregonero reads them, its placeholders, and what Telegram does not know. */
export const templateLanguage = (recentKeys: () => readonly string[]): Extension[] => [
  codeMarks(templateMarks),
  autocompletion({
    override: [placeholderCompletions(recentKeys)],
    icons: false,
    interactionDelay: 0,
  }),
  linter(
    ({ state }) =>
      templateProblemsOf(state.doc.toString()).map(({ from, to, reason }) => ({
        from,
        to,
        severity: 'warning',
        message: reason,
      })),
    { delay: LINT_DELAY_MS },
  ),
]
