import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#web/data/client.ts'
import { dates } from '#web/data/local-time.ts'

/** Day of the cached figures, whether or not they are on screen. */
let counted = today()

/** The reader's current day. When it ends, the statistics are refetched. */
export function useToday(): { day: string; name: string } {
  const queryClient = useQueryClient()
  const [day, setDay] = useState(today)

  useEffect(() => {
    const timer = setInterval(() => setDay(today()), 1_000)
    return () => clearInterval(timer)
  }, [])

  useEffect(() => {
    if (counted === day) return
    counted = day
    void queryClient.invalidateQueries({ queryKey: api.stats.key() })
  }, [day, queryClient])

  return { day, name: dates.fullDate(`${day}T12:00`) }
}

/** 2026-11-19 */
function today(): string {
  const now = new Date()
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}
