import { expect, it } from 'vitest'
import { rowCounter } from './row-counter.ts'

it('counts the rows below the head as they come', () => {
  const count = rowCounter()
  const told = (piece: string) => count(new TextEncoder().encode(piece))

  expect(told('Fecha;Al')).toBe(0)
  expect(told('erta\r\n1;Oro\r')).toBe(0)
  expect(told('\n2;Pla')).toBe(1)
  expect(told('ta\r\n3;Cobre\r\n')).toBe(3)
})
