import { expect, it } from 'vitest'
import { initialOf } from './initial-of.ts'

it.each([
  ['oro', 'O'],
  ['  ángel', 'Á'],
  ['n\u0303u', 'N\u0303'],
  ['🔔 Oro', '🔔'],
  ['👩🏽‍💻 Señales', '👩🏽‍💻'],
  ['🇪🇸 IBEX', '🇪🇸'],
  ['', ''],
])('takes the whole first character of «%s»', (name, initial) => {
  expect(initialOf(name)).toBe(initial)
})
