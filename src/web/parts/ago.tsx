import { useEffect, useState } from 'react'
import { dateFormats } from '#shared/format.ts'
import { since } from './since.ts'

const formats = dateFormats()

/** How long ago it was, counting on. */
export function Ago({ instant }: { instant: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={instant} title={`${formats.date(instant)}, ${formats.time(instant)}`}>
      {since(instant, now)}
    </time>
  )
}
