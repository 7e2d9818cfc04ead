const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** «42s atrás», «12m atrás», «3h atrás», «2d atrás»; never in the future, whatever the clocks say. */
export function timeAgo(instant: string, now: number): string {
  const age = Math.max(0, now - Date.parse(instant))
  if (age < MINUTE) return `${Math.floor(age / SECOND)}s atrás`
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m atrás`
  if (age < DAY) return `${Math.floor(age / HOUR)}h atrás`
  return `${Math.floor(age / DAY)}d atrás`
}
