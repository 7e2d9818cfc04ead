import { describe, expect, it } from 'vitest'
import { nextAttempt, reasonParts } from './delivery-words.ts'

describe('a reason', () => {
  it('splits into the cause and the remedy', () => {
    expect(reasonParts('El bot ya no está en el chat. Añádelo otra vez y pulsa Probar.')).toEqual({
      what: 'El bot ya no está en el chat.',
      remedy: 'Añádelo otra vez y pulsa Probar.',
    })
  })

  it('has an empty remedy if it is one sentence', () => {
    expect(reasonParts('La conexión se eliminó.')).toEqual({
      what: 'La conexión se eliminó.',
      remedy: '',
    })
  })

  it("is not split within Telegram's own words", () => {
    const reason = 'Telegram rechazó la petición: «Bad Request: one. Two». Revisa la plantilla.'

    expect(reasonParts(reason)).toEqual({
      what: 'Telegram rechazó la petición: «Bad Request: one. Two».',
      remedy: 'Revisa la plantilla.',
    })
  })

  it('is not split at a dot inside a number', () => {
    expect(reasonParts('Pausa de 1.5 s. Espera.').what).toBe('Pausa de 1.5 s.')
  })
})

describe('the next attempt', () => {
  it('follows the failed attempts', () => {
    expect(nextAttempt({ telegramDeliveryStatus: 'pending', retryAttempts: 1 })).toBe('2 de 3')
  })

  it('is at most 3 of 3', () => {
    expect(nextAttempt({ telegramDeliveryStatus: 'pending', retryAttempts: 3 })).toBe('3 de 3')
  })

  it('is null before the first attempt and after a final failure', () => {
    expect(nextAttempt({ telegramDeliveryStatus: 'pending', retryAttempts: 0 })).toBeNull()
    expect(nextAttempt({ telegramDeliveryStatus: 'failed', retryAttempts: 3 })).toBeNull()
  })
})
