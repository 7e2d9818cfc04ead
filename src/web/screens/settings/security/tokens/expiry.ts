import { API_TOKEN_DAYS, DAY_MS } from '#shared/limits.ts'
import { lastDay } from './words.ts'

export type ExpiryChoice = `${(typeof API_TOKEN_DAYS)[number]}` | 'day' | 'never'

export interface Expiry {
  choice: ExpiryChoice
  /** 2026-11-19: last day of validity, if the choice is a day. */
  day: string | null
}

export const EXPIRY_PRESET: Expiry = { choice: '90', day: null }

export const expiryChoices: { value: ExpiryChoice; label: string }[] = [
  ...API_TOKEN_DAYS.map(days => ({ value: `${days}` as const, label: `En ${days} días` })),
  { value: 'day', label: 'El día que elijas' },
  { value: 'never', label: 'Nunca' },
]

/** Instant of expiry, as ISO 8601; null: never. Undefined until a day is chosen. */
export function expiresAt({ choice, day }: Expiry, now: number): string | null | undefined {
  if (choice === 'never') return null
  if (choice !== 'day') return new Date(now + Number(choice) * DAY_MS).toISOString()
  if (day === null) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // Start of the day after the chosen one, in the reader's time zone: not all days have 24 hours.
  return new Date(year, month - 1, date + 1).toISOString()
}

/** Description below the choice. */
export function expiryWords(expiry: Expiry, now: number): string | undefined {
  const instant = expiresAt(expiry, now)
  if (instant === null) return 'Vale hasta que lo elimines.'
  return expiry.choice === 'day' ? undefined : instant && `Vale hasta el ${lastDay(instant)}.`
}
