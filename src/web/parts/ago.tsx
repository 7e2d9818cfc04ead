import { dates } from '#web/data/local-time.ts'
import { useNow } from '#web/ui/use-now.ts'
import { relativeTime } from './relative-time.ts'

/** Time since `instant`, updated every second. */
export function Ago({ instant }: { instant: string }) {
  const now = useNow()
  return (
    <time dateTime={instant} title={`${dates.date(instant)}, ${dates.time(instant)}`}>
      {relativeTime(instant, now)}
    </time>
  )
}
