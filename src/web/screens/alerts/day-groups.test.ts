import { describe, expect, it } from 'vitest'
import { dateFormats } from '#shared/format.ts'
import { dayGroups, dayHeading } from './day-groups.ts'

const madrid = dateFormats('Europe/Madrid')

describe('dayGroups', () => {
  it('keeps the alerts of a day together, in their order', () => {
    const last = { timestamp: '2026-11-19T15:42:07.130Z' }
    const first = { timestamp: '2026-11-19T08:00:00.000Z' }
    const before = { timestamp: '2026-11-18T10:00:00.000Z' }

    expect(dayGroups([last, first, before], madrid)).toEqual([
      { day: '19/11/2026', items: [last, first] },
      { day: '18/11/2026', items: [before] },
    ])
  })

  it('splits days at the reader’s midnight, not at midnight UTC', () => {
    const after = { timestamp: '2026-11-18T23:00:00.000Z' }
    const before = { timestamp: '2026-11-18T22:59:59.999Z' }

    expect(dayGroups([after, before], madrid).map(({ day }) => day)).toEqual([
      '19/11/2026',
      '18/11/2026',
    ])
  })

  it('has no group without alerts', () => {
    expect(dayGroups([], madrid)).toEqual([])
  })
})

describe('dayHeading', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')

  it('names the weekday of a day of this year', () => {
    expect(dayHeading('2026-11-19T15:42:07.130Z', now, madrid)).toBe('jueves, 19 de noviembre')
  })

  it('names the year of a day of another year', () => {
    expect(dayHeading('2025-11-19T15:42:07.130Z', now, madrid)).toBe('19 de noviembre de 2025')
  })
})
