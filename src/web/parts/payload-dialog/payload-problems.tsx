import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { formatNumber } from '#shared/format.ts'
import type { PayloadProblem } from './check-payload.ts'
import classes from './payload-problems.module.css'

const SHOWN = 5

interface PayloadProblemsProps {
  /** Undefined as long as there is no text. */
  problems: readonly PayloadProblem[] | undefined
}

/** What was found in the text, the errors first, or that it is fine. */
export function PayloadProblems({ problems }: PayloadProblemsProps) {
  const rest = (problems?.length ?? 0) - SHOWN
  return (
    <ul className={classes.problems} aria-label="Comprobación del JSON" aria-live="polite">
      {problems?.length === 0 && (
        <li data-severity="none">
          <IconCircleCheck />
          Válido con los valores de TradingView puestos.
        </li>
      )}
      {problems
        ?.toSorted(errorsFirst)
        .slice(0, SHOWN)
        .map(({ severity, line, message }) => (
          <li key={message} data-severity={severity}>
            {severity === 'error' ? <IconAlertCircle /> : <IconAlertTriangle />}
            <span>
              <b>Línea {formatNumber(line)}:</b> {message}
            </span>
          </li>
        ))}
      {rest > 0 && <li>y {formatNumber(rest)} más</li>}
    </ul>
  )
}

const errorsFirst = (a: PayloadProblem, b: PayloadProblem): number =>
  Number(b.severity === 'error') - Number(a.severity === 'error')
