import { expect, it } from 'vitest'
import { builtInValues } from './built-in-values.ts'

const [winter, summer] = [Date.UTC(2026, 0, 19, 15, 42, 7), Date.UTC(2026, 6, 19, 22, 42, 7)]
const alert = { connectionName: 'Oro', alertName: 'Cruce' }

it.each([
  ['Europe/Madrid', winter, '19/01/2026, 16:42:07 CET'],
  ['Europe/Madrid', summer, '20/07/2026, 00:42:07 CEST'],
  ['America/Mexico_City', winter, '19/01/2026, 09:42:07 GMT-6'],
  ['Asia/Kolkata', winter, '19/01/2026, 21:12:07 GMT+5:30'],
  ['UTC', summer, '19/07/2026, 22:42:07 UTC'],
])(
  'writes an instant in the zone %s, with the zone’s name, on any machine',
  (timeZone, receivedAt, text) => {
    expect(builtInValues({ ...alert, receivedAt, timeZone }).timestamp).toBe(text)
  },
)
