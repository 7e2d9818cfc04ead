import { expect, it } from 'vitest'
import { readWritten } from './log-time.ts'

it.each([
  ['2026-11-19 16:42:07', null],
  ['2026-11-19 16:42:07 UTC', 0],
  ['2026-11-19T16:42:07.123Z', 0],
  ['2026-11-19 16:42 +02:00', 120],
  ['2026-11-19 16:42 GMT-5', -300],
  ['2026-11-19 16:42:07 −03:30', -210],
])('reads the zone of «%s»', (cell, offset) => {
  expect(readWritten(cell)).toMatchObject({ offset })
})

it.each(['2026-11-19 16:42:7', '2026-11-19 16:42.5', '2026-11-19 16:42 a5', '2026-11-19 16:42 /5'])(
  'takes no other character of «%s» for the sign of a zone',
  cell => {
    expect(readWritten(cell)).toBeNull()
  },
)
