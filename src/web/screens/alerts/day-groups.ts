import type { dateFormats } from '#shared/format.ts'

type Dates = ReturnType<typeof dateFormats>

export interface DayGroup<T> {
  /** 19/11/2026 */
  day: string
  items: [T, ...T[]]
}

/** Groups consecutive items of the same day, in the given order. */
export function dayGroups<T extends { timestamp: string }>(
  items: readonly T[],
  dates: Dates,
): DayGroup<T>[] {
  const groups: DayGroup<T>[] = []
  for (const item of items) {
    const day = dates.date(item.timestamp)
    const last = groups.at(-1)
    if (last?.day === day) last.items.push(item)
    else groups.push({ day, items: [item] })
  }
  return groups
}

/** «jueves, 19 de noviembre»; in another year than that of `now`: «19 de noviembre de 2026». */
export function dayHeading(instant: string, now: number, dates: Dates): string {
  const yearOf = (time: string | number) => dates.date(time).slice(-4)
  return yearOf(instant) === yearOf(now) ? dates.weekday(instant) : dates.longDate(instant)
}
