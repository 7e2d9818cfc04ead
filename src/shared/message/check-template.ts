import { braceProblems } from './check-template-braces.ts'
import { htmlProblems } from './check-template-html.ts'
import { markdownProblems } from './check-template-markdown.ts'
import { isHtml } from './html.ts'
import { openTemplate, type TemplateSpan } from './open-template.ts'

/** Something that will not arrive as it seems to be meant; the reason is in Spanish. */
export type TemplateProblem = TemplateSpan & { reason: string }

/** What of a template neither Pregonero nor Telegram knows, in the order it stands there. */
export function checkTemplate(template: string): TemplateProblem[] {
  const open = openTemplate(template)
  const ofMarkup = isHtml(template) ? htmlProblems : markdownProblems
  return [...braceProblems(open), ...ofMarkup(open)].sort((a, b) => a.from - b.from)
}
