import { formatClock } from '#shared/format.ts'
import text from '#web/ui/text.module.css'
import { Ticking } from '#web/ui/use-now.ts'
import { WaitingDot } from '#web/ui/waiting-dot.tsx'
import classes from './listening.module.css'

interface ListeningProps {
  /** End of the wait. */
  until: string
  isCutOff: boolean
}

/** Waiting for an action in Telegram, which shows here by itself. */
export function Listening({ until, isCutOff }: ListeningProps) {
  return (
    <div className={`${classes.line} ${text.quiet}`} data-cut-off={isCutOff}>
      <WaitingDot />
      {isCutOff ? (
        'Pregonero no responde. En cuanto vuelva, sigue solo.'
      ) : (
        <>
          Esperando a que lo hagas en Telegram…
          <span className={classes.left} role="timer">
            <Ticking>{now => formatClock(Date.parse(until) - now)}</Ticking>
          </span>
        </>
      )}
    </div>
  )
}
