import {
  type ParsedTemplate,
  parseTemplate,
  placedMarkdown,
  placedTags,
} from '#shared/message/check/parsed-template.ts'
import { isHtml } from '#shared/message/markup/html.ts'
import type { CodeMark } from '#web/ui/code-editor/code-marks.ts'

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
