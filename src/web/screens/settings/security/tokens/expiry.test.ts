import { describe, expect, it } from 'vitest'
import { EXPIRY_PRESET, expiresAt, expiryChoices, expiryWords } from './expiry.ts'
import { lastDay } from './words.ts'

const now = new Date(2026, 10, 23, 12, 0, 0).getTime()

describe('the expiry of a token', () => {
  it('is in 90 days by default', () => {
    expect(expiryChoices.map(({ label }) => label)).toEqual([
      'En 30 días',
      'En 90 días',
      'En 365 días',
      'El día que elijas',
      'Nunca',
    ])
    expect(Date.parse(expiresAt(EXPIRY_PRESET, now) ?? '') - now).toBe(90 * 86_400_000)
    expect(expiryWords(EXPIRY_PRESET, now)).toBe('Vale hasta el 21/02/2027.')
  })

  it('is the end of the chosen day in the reader’s time zone', () => {
    const chosen = { choice: 'day', day: '2026-12-31' } as const
    expect(expiresAt(chosen, now)).toBe(new Date(2027, 0, 1).toISOString())
    expect(expiryWords(chosen, now)).toBeUndefined()
    expect(lastDay(new Date(2027, 0, 1).toISOString())).toBe('31/12/2026')
    expect(expiresAt({ ...chosen, day: null }, now)).toBeUndefined()
  })

  it('may be never', () => {
    const never = { choice: 'never', day: null } as const
    expect(expiresAt(never, now)).toBeNull()
    expect(expiryWords(never, now)).toBe('Vale hasta que lo elimines.')
  })
})
