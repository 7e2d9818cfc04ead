import { describe, expect, it } from 'vitest'
import { nextAttempt, reasonParts } from './delivery-words.ts'

describe('a reason', () => {
  it('tells what happened and then what to do', () => {
    expect(reasonParts('El bot ya no está en el chat. Añádelo otra vez y pulsa Probar.')).toEqual({
      what: 'El bot ya no está en el chat.',
      remedy: 'Añádelo otra vez y pulsa Probar.',
    })
  })

  it('may say nothing of what to do', () => {
    expect(reasonParts('La conexión se eliminó.')).toEqual({
      what: 'La conexión se eliminó.',
      remedy: '',
    })
  })

  it("does not end within Telegram's own words", () => {
    const reason = 'Telegram rechazó la petición: «Bad Request: one. Two». Revisa la plantilla.'

    expect(reasonParts(reason)).toEqual({
      what: 'Telegram rechazó la petición: «Bad Request: one. Two».',
      remedy: 'Revisa la plantilla.',
    })
  })

  it('does not end at a point inside a word', () => {
    expect(reasonParts('Pausa de 1.5 s. Espera.').what).toBe('Pausa de 1.5 s.')
  })
})

describe('the next attempt', () => {
  it('is the one after those that failed', () => {
    expect(nextAttempt({ telegramDeliveryStatus: 'pending', retryAttempts: 1 })).toBe('2 de 3')
  })

  it('is never a fourth', () => {
    expect(nextAttempt({ telegramDeliveryStatus: 'pending', retryAttempts: 3 })).toBe('3 de 3')
  })

  it('is none before the first, and none once it is over', () => {
    expect(nextAttempt({ telegramDeliveryStatus: 'pending', retryAttempts: 0 })).toBeNull()
    expect(nextAttempt({ telegramDeliveryStatus: 'failed', retryAttempts: 3 })).toBeNull()
  })
})
