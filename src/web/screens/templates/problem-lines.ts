import type { TemplateProblem } from '#shared/message/check/check-template.ts'

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
