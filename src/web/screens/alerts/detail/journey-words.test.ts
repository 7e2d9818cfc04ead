import { describe, expect, it } from 'vitest'
import { doubtWords, sentTogetherWords, whereTimeWent } from './journey-words.ts'

describe('where the time went', () => {
  it('is said of a step that took most of it', () => {
    expect(whereTimeWent({ kind: 'received', share: 0.9 })).toBe(
      'Casi todo el tiempo fue de TradingView a aquí.',
    )
    expect(whereTimeWent({ kind: 'sent', share: 0.6 })).toBe(
      'La mayor parte del tiempo fue de espera en la cola del chat.',
    )
  })

  it('is not said where no step stands out', () => {
    expect(whereTimeWent({ kind: 'delivered', share: 0.4 })).toBeNull()
    expect(whereTimeWent(null)).toBeNull()
  })
})

it('tells with how many others it was sent', () => {
  const words = [null, 1, 2, 12].map(sentTogether => sentTogetherWords({ sentTogether }))

  expect(words).toEqual([
    null,
    null,
    'Enviada junto con otra alerta en un mensaje.',
    'Enviada junto con otras 11 alertas en un mensaje.',
  ])
})

it('tells of a doubt what it means for the chat', () => {
  const doubt = (telegramDeliveryStatus: 'success' | 'pending' | 'failed', uncertain = true) =>
    doubtWords({ uncertain, telegramDeliveryStatus })?.what

  expect(doubt('success')).toBe('Puede haber llegado dos veces.')
  expect(doubt('pending')).toBe('Puede llegar dos veces.')
  expect(doubt('failed')).toBe('Puede haber llegado.')
  expect(doubt('success', false)).toBeUndefined()
})
