import { expect, it } from 'vitest'
import { exportAddress, rowCounter } from './fetch-export.ts'

it('sends the set filters and omits the unset ones', () => {
  const filter = { search: 'oro & plata', status: 'failed', connectionId: undefined } as const
  const exported = { filter, asOf: '2026-11-19T16:42:07.130Z', timeZone: 'Europe/Madrid' }

  expect(exportAddress('csv', exported)).toBe(
    '/api/alerts/export?format=csv&before=2026-11-19T16%3A42%3A07.130Z&tz=Europe%2FMadrid&search=oro+%26+plata&status=failed',
  )
})

it('counts the rows below the header as bytes arrive', () => {
  const count = rowCounter()
  const told = (piece: string) => count(new TextEncoder().encode(piece))

  expect(told('Fecha;Al')).toBe(0)
  expect(told('erta\r\n1;Oro\r')).toBe(0)
  expect(told('\n2;Pla')).toBe(1)
  expect(told('ta\r\n3;Cobre\r\n')).toBe(3)
})
