import { Progress } from '@mantine/core'
import { formatNumber } from '#shared/format.ts'
import { MESSAGE_MAX_CODE_POINTS } from '#shared/message/split.ts'
import text from '#web/ui/text.module.css'
import classes from './length-meter.module.css'

interface LengthMeterProps {
  /** Code points of the whole message. */
  length: number
  /** How many messages it is sent in. */
  messages: number
}

const WARN_SHARE = 0.9

/** How much of one Telegram message is used up. */
export function LengthMeter({ length, messages }: LengthMeterProps) {
  const share = length / MESSAGE_MAX_CODE_POINTS
  const tight = share > WARN_SHARE || messages > 1
  return (
    <div className={`${classes.meter} ${text.quiet}`} data-tight={tight}>
      <span>Longitud</span>
      <Progress
        className={classes.bar}
        size={4}
        value={Math.min(share, 1) * 100}
        color={tight ? 'var(--warn)' : 'var(--accent)'}
        aria-label="Longitud del mensaje"
      />
      <span className={classes.figures}>
        <span className={classes.length}>{formatNumber(length)}</span>
        {` / ${formatNumber(MESSAGE_MAX_CODE_POINTS)}`}
      </span>
      {messages > 1 && (
        <span className={classes.split}>se enviará en {formatNumber(messages)} mensajes</span>
      )}
    </div>
  )
}
