import { braceProblems } from '../check-template-braces.ts'
import { isHtml } from '../markup/html.ts'
import { htmlProblems } from './check-html.ts'
import { markdownProblems } from './check-markdown.ts'
import { openTemplate, type TemplateSpan } from './parsed-template.ts'

/** Something that will not arrive as it seems to be meant; the reason is in Spanish. */
export type TemplateProblem = TemplateSpan & { reason: string }

/** What of a template neither Pregonero nor Telegram knows, in the order it stands there. */
export function checkTemplate(template: string): TemplateProblem[] {
  const open = openTemplate(template)
  const ofMarkup = isHtml(template) ? htmlProblems : markdownProblems
  return [...braceProblems(open), ...ofMarkup(open)].sort((a, b) => a.from - b.from)
}
