import { checkTemplate, type TemplateProblem } from '#shared/message/check/check-template.ts'

let newest: { content: string; problems: readonly TemplateProblem[] } | undefined

/** What is wrong with a content, looked for once though the editor and the preview both tell it. */
export function templateProblemsOf(content: string): readonly TemplateProblem[] {
  if (newest?.content !== content) newest = { content, problems: checkTemplate(content) }
  return newest.problems
}
