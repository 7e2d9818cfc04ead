import { checkTemplate, type TemplateProblem } from '#shared/message/check/check-template.ts'

let newest: { content: string; problems: readonly TemplateProblem[] } | undefined

/** Problems of a content; the latest result is cached, since editor and preview both ask for it. */
export function templateProblemsOf(content: string): readonly TemplateProblem[] {
  if (newest?.content !== content) newest = { content, problems: checkTemplate(content) }
  return newest.problems
}

/** Line and reason of each problem, without duplicates. `problems` are in the order of the content. */
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
