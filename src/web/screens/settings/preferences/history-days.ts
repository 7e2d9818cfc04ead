import { HISTORY_DAYS } from '#shared/limits.ts'
import type { Preferences } from '#shared/model/profile.ts'

type HistoryDays = Preferences['historyDays']

const words: Record<(typeof HISTORY_DAYS)[number], string> = {
  365: '1 año',
  90: '90 días',
  30: '30 días',
}

/** Options of the list, whose values can only be strings. */
export const historyOptions = [
  { value: '', label: 'Siempre' },
  ...HISTORY_DAYS.map(days => ({ value: String(days), label: words[days] })),
]

export const historyValue = (days: HistoryDays): string => String(days ?? '')

export const historyDaysOf = (value: string): HistoryDays =>
  HISTORY_DAYS.find(days => String(days) === value) ?? null

/** Days of the new retention if it is shorter than before; else null. */
export const shortenedTo = (before: HistoryDays, after: HistoryDays): number | null =>
  after !== null && (before === null || after < before) ? after : null
