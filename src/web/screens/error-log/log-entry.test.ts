import { describe, expect, it } from 'vitest'
import { alertOf, reasonOf } from './log-entry.tsx'

describe('the alert of an entry', () => {
  it('is the alert that its details name', () => {
    expect(alertOf({ details: { alertId: '0199-a', code: 'refused' } })).toBe('0199-a')
  })

  it('is null if its details name no alert', () => {
    expect(alertOf({ details: null })).toBeNull()
    expect(alertOf({ details: { code: 'empty' } })).toBeNull()
    expect(alertOf({ details: { alertId: 7 } })).toBeNull()
  })
})

describe('the reason of an entry', () => {
  const message = 'Envío para «Cruce»: Fallo definitivo'

  it('is the reason in its details', () => {
    expect(reasonOf({ message, details: { reason: 'El chat no existe.' } })).toBe(
      'El chat no existe.',
    )
  })

  it('is null if absent or already in the message', () => {
    const told = 'Telegram pide una pausa. La alerta espera.'
    expect(reasonOf({ message: told, details: { reason: 'Telegram pide una pausa.' } })).toBeNull()
    expect(reasonOf({ message, details: null })).toBeNull()
    expect(reasonOf({ message, details: { reason: 7 } })).toBeNull()
  })
})
