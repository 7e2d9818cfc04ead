import { expect, it } from 'vitest'
import type { DeliveryStatus } from '#shared/delivery.ts'
import { everythingWords, failedWords, selectedWords } from './selection-words.ts'

const alerts = (...statuses: DeliveryStatus[]) =>
  statuses.map(telegramDeliveryStatus => ({ telegramDeliveryStatus }))

it('counts what is selected', () => {
  expect([0, 1, 3].map(total => selectedWords({ total }))).toEqual([
    'Ninguna seleccionada',
    '1 seleccionada',
    '3 seleccionadas',
  ])
  expect(selectedWords({ total: 10_000, more: true })).toBe('más de 10.000 seleccionadas')
})

it('offers the alerts of all pages', () => {
  expect(everythingWords({ total: 3482 }, true)).toBe('Seleccionar las 3.482 que coinciden')
  expect(everythingWords({ total: 742 }, false)).toBe('Seleccionar las 742 del historial')
})

it('tells how many of them can be sent again where some can’t', () => {
  expect(failedWords(alerts('failed', 'failed'))).toBe('en esta página')
  expect(failedWords(alerts('failed', 'success'))).toBe('solo 1 es fallida')
  expect(failedWords(alerts('failed', 'failed', 'pending'))).toBe('solo 2 son fallidas')
  expect(failedWords(alerts('success', 'pending'))).toBe('ninguna es fallida')
  expect(failedWords(alerts('success'))).toBe('no es fallida')
})
