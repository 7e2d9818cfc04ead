import { linter } from '@codemirror/lint'
import { type Extension, StateEffect } from '@codemirror/state'
import { type EditorView, ViewPlugin } from '@codemirror/view'
import {
  type ParsedTemplate,
  parseTemplate,
  placedMarkdown,
  placedTags,
} from '#shared/message/check/parsed-template.ts'
import { isHtml } from '#shared/message/markup/html.ts'
import { type CodeMark, codeMarks } from '#web/ui/code-editor/code-marks.ts'
import { markupKeys } from './markup-keys.ts'
import { templateProblemsOf } from './template-problems.ts'

/** Placeholders as accents, markup and conditions as faint, as the message parser reads them. */
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

/** Language of a template: Markdown and HTML as Pregonero reads them, placeholders, and warnings. */
export const templateLanguage = (recentKeys: () => readonly string[]): Extension[] => [
  codeMarks(templateMarks),
  markupKeys,
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

/** Language of texts without markup: only placeholders and conditions are highlighted. */
export const valueLanguage = (recentKeys: () => readonly string[]): Extension[] => [
  codeMarks(text => braces(parseTemplate(text))),
  completion(recentKeys),
]

/** Loads the code of suggestions when the field first gets the focus. */
const completion = (recentKeys: () => readonly string[]): Extension =>
  ViewPlugin.define(() => ({ isAsked: false }), {
    eventHandlers: {
      focus(_event, view) {
        if (!this.isAsked) void addSuggestions(view, recentKeys)
        this.isAsked = true
      },
    },
  })

async function addSuggestions(view: EditorView, recentKeys: () => readonly string[]) {
  const { doc } = view.state
  const [loaded] = await Promise.allSettled([import('./suggestions.ts')])
  // The editor works without suggestions.
  if (loaded.status === 'rejected') return
  const { suggestions, resume } = loaded.value
  view.dispatch({ effects: StateEffect.appendConfig.of(suggestions(recentKeys)) })
  if (view.state.doc !== doc) resume(view)
}
