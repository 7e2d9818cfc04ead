import { HISTORY_DAYS } from '#shared/limits.ts'
import type { Preferences } from '#shared/model/profile.ts'

type HistoryDays = Preferences['historyDays']

const words: Record<(typeof HISTORY_DAYS)[number], string> = {
  365: '1 año',
  90: '90 días',
  30: '30 días',
}

/** What can be chosen, in the words of a list; a list knows texts alone. */
export const historyOptions = [
  { value: '', label: 'Siempre' },
  ...HISTORY_DAYS.map(days => ({ value: String(days), label: words[days] })),
]

export const historyValue = (days: HistoryDays): string => String(days ?? '')

export const historyDaysOf = (value: string): HistoryDays =>
  HISTORY_DAYS.find(days => String(days) === value) ?? null

/** The days after which alerts go, when they were kept longer before; null: no more go than do now. */
export const shortenedTo = (before: HistoryDays, after: HistoryDays): number | null =>
  after !== null && (before === null || after < before) ? after : null
