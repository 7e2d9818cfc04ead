import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { truncate } from '#shared/format.ts'
import { ALERT_NAME_LENGTH } from '#shared/limits.ts'
import type { Arrival } from '#shared/model/arrival.ts'
import { dates } from '#web/data/local-time.ts'
import { TextLink } from '#web/ui/links.tsx'
import text from '#web/ui/text.module.css'
import { useFadeIn } from '#web/ui/use-fade-in.ts'
import classes from './arrival-line.module.css'
import {
  type Listener,
  type Look,
  lookOf,
  readingWords,
  senderWords,
  verdict,
  waitingWords,
} from './arrival-words.ts'

interface ArrivalLineProps {
  arrival: Arrival
  listener: Listener
  /** True if the line appears while the list is shown. */
  arriving: boolean
  /** Advice and a button that leads there; undefined if a newer line gives the same advice. */
  remedy: ReactNode
}

/** One arrival: its outcome, its sender, how it was read, and what to change. */
export function ArrivalLine({ arrival, listener, arriving, remedy }: ArrivalLineProps) {
  const look = lookOf(arrival)
  const { icon: Mark, label } = marks[look]
  const row = useFadeIn(arriving, classes.row)
  const { timestamp } = arrival
  const sender = senderWords(arrival, listener.sent)
  const waiting = waitingWords(arrival)
  return (
    <li {...row} data-look={look}>
      <Mark role="img" aria-label={label} />
      <div className={classes.what}>
        <p className={classes.verdict}>{verdict(arrival, listener.simulated)}</p>
        <p className={`${classes.facts} ${text.quiet}`}>
          {arrival.kind === 'taken' && (
            <TextLink
              to="/alerts"
              hash={arrival.id}
              target="_blank"
              title={arrival.name}
              underline="always"
            >
              {truncate(arrival.name, ALERT_NAME_LENGTH)}
            </TextLink>
          )}
          {sender && <span>{sender}</span>}
          {arrival.kind === 'taken' && <span>{readingWords(arrival)}</span>}
          <time dateTime={timestamp} title={dates.date(timestamp)}>
            {dates.time(timestamp)}
          </time>
        </p>
        {waiting && <div className={classes.advice}>{waiting}</div>}
        {remedy && <div className={classes.advice}>{remedy}</div>}
      </div>
    </li>
  )
}

const marks: Record<Look, { icon: Icon; label: string }> = {
  ok: { icon: IconCircleCheck, label: 'Bien' },
  warn: { icon: IconAlertTriangle, label: 'Con algo que cambiar' },
  bad: { icon: IconCircleX, label: 'Mal' },
  pending: { icon: IconClock, label: 'En camino' },
}
