import { dates } from '#web/data/local-time.ts'
import { Ticking } from '#web/ui/use-now.ts'
import type { Entity } from './message-tree.ts'
import { readersTimeWords } from './readers-time-words.ts'
import classes from './telegram-text.module.css'

/** A time in a message as Telegram shows it to each reader; a relative time is updated every second. */
export function ReadersTime({ entity, text }: { entity: Entity; text: string }) {
  const { unix_time, date_time_format } = entity
  if (unix_time === undefined) return text
  const instant = new Date(unix_time * 1_000).toISOString()
  return (
    <time
      className={classes.time}
      dateTime={instant}
      title={`${dates.date(instant)}, ${dates.time(instant)}`}
    >
      <Ticking>{now => readersTimeWords(instant, date_time_format, now, dates) ?? text}</Ticking>
    </time>
  )
}
