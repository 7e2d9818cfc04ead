import { checkTemplate, type TemplateProblem } from '#shared/message/check/check-template.ts'

let newest: { content: string; problems: readonly TemplateProblem[] } | undefined

/** What is wrong with a content, looked for once though the editor and the preview both tell it. */
export function templateProblemsOf(content: string): readonly TemplateProblem[] {
  if (newest?.content !== content) newest = { content, problems: checkTemplate(content) }
  return newest.problems
}

/** What is wrong on which line of a content, each once. The problems are in the order of the content. */
export function problemLines(
  content: string,
  problems: readonly TemplateProblem[],
): { line: number; reason: string }[] {
  const told = new Map<string, { line: number; reason: string }>()
  let position = 0
  let line = 1
  for (const { from, reason } of problems) {
    for (; position < from; position += 1) if (content[position] === '\n') line += 1
    told.set(`${line} ${reason}`, { line, reason })
  }
  return [...told.values()]
}
