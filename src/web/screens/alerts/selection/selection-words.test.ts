import { expect, it } from 'vitest'
import type { DeliveryStatus } from '#shared/delivery.ts'
import { failedWords, selectedWords } from './selection-words.ts'

const alerts = (...statuses: DeliveryStatus[]) =>
  statuses.map(telegramDeliveryStatus => ({ telegramDeliveryStatus }))

it('counts what is selected', () => {
  expect([0, 1, 3].map(selectedWords)).toEqual([
    'Ninguna seleccionada',
    '1 seleccionada',
    '3 seleccionadas',
  ])
})

it('tells how many of them can be sent again where some can’t', () => {
  expect(failedWords(alerts('failed', 'failed'))).toBe('en esta página')
  expect(failedWords(alerts('failed', 'success'))).toBe('solo 1 es fallida')
  expect(failedWords(alerts('failed', 'failed', 'pending'))).toBe('solo 2 son fallidas')
  expect(failedWords(alerts('success', 'pending'))).toBe('ninguna es fallida')
  expect(failedWords(alerts('success'))).toBe('no es fallida')
})
