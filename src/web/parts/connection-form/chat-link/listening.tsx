import text from '#web/ui/text.module.css'
import { Ticking } from '#web/ui/use-now.ts'
import classes from './listening.module.css'

interface ListeningProps {
  /** When it ends. */
  until: string
  isCutOff: boolean
}

/** That there is nothing to press here: what is done in Telegram shows by itself. */
export function Listening({ until, isCutOff }: ListeningProps) {
  return (
    <div className={`${classes.line} ${text.quiet}`} data-cut-off={isCutOff}>
      <span className={classes.dot} />
      {isCutOff ? (
        'Pregonero no responde. En cuanto vuelva, sigue solo.'
      ) : (
        <>
          Esperando a que lo hagas en Telegram…
          <span className={classes.left} role="timer">
            <Ticking>{now => clockLeft(Date.parse(until) - now)}</Ticking>
          </span>
        </>
      )}
    </div>
  )
}

/** 9:42 */
function clockLeft(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
