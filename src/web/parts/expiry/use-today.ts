import { useQuery } from '@tanstack/react-query'
import { localTimeZone } from '#web/data/local-time.ts'
import { session } from '#web/data/session.ts'

/** Today in the account's time zone: 2026-11-19. */
export function useToday(): string {
  const timeZone = useQuery(session).data?.timeZone ?? localTimeZone()
  return dayIn(timeZone, Date.now())
}

/** The locale en-CA writes days as 2026-11-19. */
const dayIn = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)

/** 2026-11-19 and 30 give 2026-12-19. */
export const dayAfter = (day: string, days: number): string => {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}
