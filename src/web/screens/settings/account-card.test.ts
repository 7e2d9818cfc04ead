import { describe, expect, it } from 'vitest'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shared/limits.ts'
import { passwordTexts } from '#shared/texts/sign-in.ts'
import { checkPasswordChange } from './account-card.tsx'

const change = (currentPassword: string, newPassword: string) =>
  checkPasswordChange({ currentPassword, newPassword }, 'marta@example.com')

describe('changing the password', () => {
  it('requires the current and a new password', () => {
    expect(change('la de ahora', 'la de mañana')).toEqual({})
    expect(change('', 'la de mañana')).toEqual({ currentPassword: passwordTexts.currentRequired })
    expect(change('la de ahora', '')).toEqual({ newPassword: passwordTexts.newRequired })
  })

  it('is skipped if both fields are empty', () => {
    expect(change('', '')).toEqual({})
  })

  it('rejects a new password that is too short or too long', () => {
    expect(change('x', 'x'.repeat(MIN_PASSWORD_LENGTH))).toEqual({})
    expect(change('x', 'x'.repeat(MAX_PASSWORD_LENGTH))).toEqual({})
    expect(change('x', 'x'.repeat(MIN_PASSWORD_LENGTH - 1)).newPassword).toContain('al menos 10')
    expect(change('x', 'x'.repeat(MAX_PASSWORD_LENGTH + 1)).newPassword).toContain('máximo 128')
  })

  it('rejects the e-mail address as the new password', () => {
    expect(change('x', 'marta@example.com').newPassword).toBe(passwordTexts.guessable)
  })
})
