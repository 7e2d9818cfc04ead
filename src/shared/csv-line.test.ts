import { expect, it } from 'vitest'
import { csvLine } from './csv-line.ts'

it('quotes every value', () => {
  expect(csvLine(['BTCUSDT', 'a;b', 'di "sí"', ''])).toBe('"BTCUSDT";"a;b";"di ""sí""";""\r\n')
})

it('keeps every alert on one line', () => {
  expect(csvLine(['uno\ndos\r\ntres\rcuatro'])).toBe('"uno ⏎ dos ⏎ tres ⏎ cuatro"\r\n')
})

it('escapes formulas and keeps numbers as they are', () => {
  expect(csvLine(['=1+1', '@SUM(A1)', '-2+3', '+34', '-0.5'])).toBe(
    `"'=1+1";"'@SUM(A1)";"'-2+3";"+34";"-0.5"\r\n`,
  )
  expect(csvLine(['a,=1+1,b'])).toBe('"a,=1+1,b"\r\n')
})
