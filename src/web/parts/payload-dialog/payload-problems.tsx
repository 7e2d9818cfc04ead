import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { PayloadProblem } from './check-payload.ts'
import classes from './payload-problems.module.css'

/** What was found in the text, line by line, or that it is fine. */
export function PayloadProblems({ problems }: { problems: readonly PayloadProblem[] }) {
  return (
    <ul className={classes.problems} aria-label="Comprobación del JSON" aria-live="polite">
      {problems.length === 0 && (
        <li data-severity="none">
          <IconCircleCheck />
          Válido con los valores de TradingView puestos.
        </li>
      )}
      {problems.map(({ severity, line, message }) => (
        <li key={`${line} ${message}`} data-severity={severity}>
          {severity === 'error' ? <IconAlertCircle /> : <IconAlertTriangle />}
          <span>
            <b>Línea {line}:</b> {message}
          </span>
        </li>
      ))}
    </ul>
  )
}
