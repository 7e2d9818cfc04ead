import { expect, it } from 'vitest'
import { zoneOf } from './time-zone.ts'

it.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  ['UTC', 'UTC'],
  [null, 'America/Bogota'],
  ['', 'America/Bogota'],
  ['Marte/Olimpo', 'America/Bogota'],
  ['+02:00', 'America/Bogota'],
  ['x'.repeat(100_000), 'America/Bogota'],
])('the zone of an account with %j is %s', (own, zone) => {
  for (let time = 0; time < 2; time += 1) expect(zoneOf(own, 'America/Bogota')).toBe(zone)
})
