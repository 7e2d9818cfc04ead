import { describe, expect, it } from 'vitest'
import { passwordTexts } from '../texts/sign-in.ts'
import { newPasswordFault } from './new-password.ts'

const faultOf = (password: string, email = 'marta.ruiz@example.com') =>
  newPasswordFault(password, email)

describe('newPasswordFault', () => {
  it('allows 10 to 128 characters of any kind', () => {
    expect(faultOf('123456789')).toBe(passwordTexts.tooShort)
    expect(faultOf('1234567890')).toBeNull()
    expect(faultOf('          ')).toBeNull()
    expect(faultOf('x'.repeat(128))).toBeNull()
    expect(faultOf('x'.repeat(129))).toBe(passwordTexts.tooLong)
    expect(faultOf('🐎'.repeat(9))).toBe(passwordTexts.tooShort)
    expect(faultOf('🐎'.repeat(10))).toBeNull()
  })

  it.each([
    'marta.ruiz@example.com',
    'MARTA.RUIZ@EXAMPLE.COM1',
    'martaruizexamplecom',
    'marta.ruiz2026!',
    'Ruiz-Marta-99',
    'M4rt4.Ru1z!!',
    'example.com-1',
  ])('refuses the account’s address or a close variant: %s', password => {
    expect(faultOf(password)).toBe(passwordTexts.guessable)
  })

  it.each([
    'pregonero1',
    'Pregonero2026',
    'TradingView1!',
    'telegramtelegram',
    'contraseña1',
    'Contrasena123',
    'P4$$w0rd2026',
    'pregonero-telegram',
  ])('refuses a commonly tried password: %s', password => {
    expect(faultOf(password)).toBe(passwordTexts.guessable)
  })

  it.each([
    'una contraseña larga',
    'caballo-lento-azul',
    'pregonero de la plaza',
    'telegrama urgente 7',
  ])('allows common words among others: %s', password => expect(faultOf(password)).toBeNull())

  it('works without an address and with a short one', () => {
    expect(faultOf('caballo-lento', '')).toBeNull()
    expect(faultOf('caballo-lento', 'a@b.c')).toBeNull()
    expect(faultOf('ana@abc.com', 'ana@abc.com')).toBe(passwordTexts.guessable)
  })
})
