import { autocompletion } from '@codemirror/autocomplete'
import { linter } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import {
  type ParsedTemplate,
  parseTemplate,
  placedMarkdown,
  placedTags,
} from '#shared/message/check/parsed-template.ts'
import { isHtml } from '#shared/message/markup/html.ts'
import { type CodeMark, codeMarks } from '#web/ui/code-editor/code-marks.ts'
import { filterCompletions } from './filter-completions.ts'
import { placeholderCompletions } from './placeholder-completions.ts'
import { templateProblemsOf } from './template-problems.ts'

/** What of a template is replaced and what only steers, as the message will be made of it. */
export function templateMarks(content: string): CodeMark[] {
  const template = parseTemplate(content)
  return [...braces(template), ...(isHtml(content) ? tags(template) : marks(template))]
}

const braces = ({ tokens }: ParsedTemplate): CodeMark[] =>
  tokens.flatMap(({ token, isPaired, from, to }): CodeMark[] => {
    if (token.kind === 'value') return [{ from, to, look: 'accent' }]
    return isPaired ? [{ from, to, look: 'faint' }] : []
  })

const tags = (template: ParsedTemplate): CodeMark[] =>
  placedTags(template).map(({ from, to }) => ({ from, to, look: 'faint' }))

const marks = (template: ParsedTemplate): CodeMark[] =>
  placedMarkdown(template)
    .filter(
      ({ token }) =>
        token.kind === 'link' ||
        token.kind === 'link-end' ||
        (token.kind === 'run' && token.closes + token.opens > 0),
    )
    .map(({ from, to }) => ({ from, to, look: 'faint' }))

const LINT_DELAY_MS = 300

/** Markdown and HTML as Pregonero reads them, its placeholders, and what Telegram does not know. */
export const templateLanguage = (recentKeys: () => readonly string[]): Extension[] => [
  codeMarks(templateMarks),
  completion(recentKeys),
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

/** What is no markup: its placeholders alone stand out. */
export const valueLanguage = (recentKeys: () => readonly string[]): Extension[] => [
  codeMarks(text => braces(parseTemplate(text))),
  completion(recentKeys),
]

const completion = (recentKeys: () => readonly string[]): Extension =>
  autocompletion({
    override: [placeholderCompletions(recentKeys), filterCompletions],
    icons: false,
    interactionDelay: 0,
  })
