import { describe, expect, it } from 'vitest'
import { deliveryFigure, deliveryHint, deliverySentence, messageWords } from './delivery-words.ts'

const delivered = {
  telegramDeliveryStatus: 'success',
  retryAttempts: 1,
  reason: null,
  fits: true,
  deliveredInMs: 612,
} as const
const failed = {
  telegramDeliveryStatus: 'failed',
  retryAttempts: 1,
  reason: 'El bot no está en el chat. Añádelo como administrador y pulsa Probar.',
  fits: true,
  deliveredInMs: null,
} as const
const retrying = {
  telegramDeliveryStatus: 'pending',
  retryAttempts: 1,
  reason: 'Telegram no respondió a tiempo. Vuelve a intentarlo en unos minutos.',
  fits: true,
  deliveredInMs: null,
} as const

describe('deliveryFigure', () => {
  it('is the time that the delivery took', () => {
    expect(deliveryFigure(delivered)).toBe('612\u00a0ms')
  })

  it('is the attempt that comes next while the alert is tried again', () => {
    expect(deliveryFigure(retrying)).toBe('2 de 3')
  })

  it('is nothing for a failed alert or one that was not tried yet', () => {
    expect(deliveryFigure(failed)).toBeNull()
    expect(deliveryFigure({ ...retrying, retryAttempts: 0 })).toBeNull()
  })
})

describe('deliverySentence', () => {
  it('goes on after the word with what happened, but not with the remedy', () => {
    expect(deliverySentence(failed)).toBe('Fallo: el bot no está en el chat')
    expect(deliverySentence({ ...failed, reason: 'Conexión inactiva' })).toBe(
      'Fallo: conexión inactiva',
    )
  })

  it('keeps the capital of a name', () => {
    expect(deliverySentence({ ...retrying, retryAttempts: 0 })).toBe(
      'Pendiente: Telegram no respondió a tiempo',
    )
  })

  it('names the coming attempt while the alert is tried again', () => {
    expect(deliverySentence(retrying)).toBe('Pendiente: reintento 2 de 3')
  })

  it('is the word alone when there is nothing to add', () => {
    expect(deliverySentence(delivered)).toBe('Éxito')
  })
})

it('names the messages in the chat', () => {
  expect(messageWords([])).toBeNull()
  expect(messageWords([48213])).toBe('mensaje 48213')
  expect(messageWords([48213, 48214])).toBe('mensajes 48213 y 48214')
})

describe('what was delivered without its template', () => {
  const misfit = { ...delivered, fits: false }

  it('says so', () => {
    expect(deliverySentence(misfit)).toBe('Éxito: sin plantilla')
    expect(deliveryHint(misfit)).toBe(
      'Nada de la alerta encaja con su plantilla: se envió tal cual.',
    )
  })

  it('says nothing of it while there is something else to say', () => {
    expect(deliveryHint({ ...failed, fits: false })).toBe(failed.reason)
    expect(deliveryHint(delivered)).toBeNull()
  })
})
