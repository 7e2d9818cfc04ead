import { useEffect, useState } from 'react'
import { dates } from '#web/data/local-time.ts'
import { relativeTime } from './relative-time.ts'

/** How long ago it was, counting on. */
export function Ago({ instant }: { instant: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={instant} title={`${dates.date(instant)}, ${dates.time(instant)}`}>
      {relativeTime(instant, now)}
    </time>
  )
}
