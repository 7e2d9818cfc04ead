import { formatNumber, quantity } from '#shared/format.ts'
import type { TemplateProblem } from '#shared/message/check/check-template.ts'
import { problemLines } from './problem-lines.ts'
import classes from './template-problems.module.css'
import { templateProblemsOf } from './template-problems-of.ts'

const SHOWN = 3

interface TemplateProblemsProps {
  content: string
  /** What is wrong only as long as the sample is as it is. */
  ofSample: readonly TemplateProblem[]
}

/** What is underlined in the editor, in words and by line, for whoever can't point at it. */
export function TemplateProblems({ content, ofSample }: TemplateProblemsProps) {
  const found = [...templateProblemsOf(content), ...ofSample].sort((a, b) => a.from - b.from)
  const problems = problemLines(content, found)
  if (problems.length === 0) return null
  const rest = problems.length - SHOWN
  return (
    <ul className={classes.problems} aria-label="Avisos de la plantilla">
      {problems.slice(0, SHOWN).map(({ line, reason }) => (
        <li key={`${line} ${reason}`}>
          <b>Línea {formatNumber(line)}:</b> {reason}
        </li>
      ))}
      {rest > 0 && <li>y {quantity(rest, 'aviso', 'avisos')} más</li>}
    </ul>
  )
}
