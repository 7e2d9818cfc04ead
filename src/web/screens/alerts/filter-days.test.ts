import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  daysAsInstants,
  daysWords,
  namedPeriods,
  orderedDays,
  periodWords,
  withinDay,
} from './filter-days.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the days of a filter', () => {
  it('last from the start of the first to the end of the last', () => {
    vi.stubEnv('TZ', 'Europe/Madrid')
    expect(daysAsInstants({ from: '2026-11-13', to: '2026-11-19' })).toEqual({
      from: '2026-11-12T23:00:00.000Z',
      to: '2026-11-19T23:00:00.000Z',
    })
    expect(daysAsInstants({ to: '2026-12-31' })).toEqual({ to: '2026-12-31T23:00:00.000Z' })
    expect(daysAsInstants({})).toEqual({})
  })

  it('follow the time zone of the reader', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    expect(daysAsInstants({ from: '2026-11-13' }).from).toBe('2026-11-12T15:00:00.000Z')
  })

  it('may have 23 or 25 hours', () => {
    vi.stubEnv('TZ', 'Europe/Madrid')
    expect(hoursOf('2026-03-29')).toBe(23)
    expect(hoursOf('2026-10-25')).toBe(25)
    expect(hoursOf('2026-10-26')).toBe(24)
  })

  it('may begin at one o’clock, or have two midnights', () => {
    vi.stubEnv('TZ', 'America/Havana')
    expect(daysAsInstants({ from: '2026-03-08' }).from).toBe('2026-03-08T05:00:00.000Z')
    expect(hoursOf('2026-03-08')).toBe(23)
    expect(hoursOf('2026-11-01')).toBe(25)
  })

  it('narrow to the day of an alert, within the filter', () => {
    vi.stubEnv('TZ', 'Europe/Madrid')
    expect(withinDay({ search: 'oro' }, '2026-10-25T22:59:59.999Z')).toEqual({
      search: 'oro',
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    })
    const pinned = { from: '2026-10-25T08:00:00.000Z', to: '2026-10-25T09:00:00.000Z' }
    expect(withinDay(pinned, '2026-10-25T08:30:00.000Z')).toEqual(pinned)
  })

  it('are swapped if they are in reverse order', () => {
    const between = { from: '2026-11-13', to: '2026-11-19', page: 2 }
    expect(orderedDays({ ...between, from: between.to, to: between.from })).toEqual(between)
    expect(orderedDays(between)).toEqual(between)
    expect(orderedDays({ to: '2026-11-19' })).toEqual({ to: '2026-11-19' })
  })
})

describe('the days of a filter in words', () => {
  const now = Date.parse('2026-11-19T12:00:00Z')

  it('are abbreviated', () => {
    expect(daysWords({ from: '2026-11-12', to: '2026-11-19' }, now)).toBe('12–19 nov')
    expect(daysWords({ from: '2026-11-13', to: '2026-11-13' }, now)).toBe('13 nov')
    expect(daysWords({ from: '2026-11-13' }, now)).toBe('desde el 13 nov')
    expect(daysWords({ to: '2026-11-19' }, now)).toBe('hasta el 19 nov')
    expect(daysWords({}, now)).toBeUndefined()
  })

  it('include another year', () => {
    expect(daysWords({ from: '2025-12-30', to: '2026-01-02' }, now)).toMatch(
      /^30 dic 2025\s–\s2 ene 2026$/,
    )
    expect(daysWords({ to: '2025-12-30' }, now)).toBe('hasta el 30 dic 2025')
  })
})

describe('the periods of a field', () => {
  it('end today in the reader’s time zone, not in UTC', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    expect(namedPeriods(Date.parse('2026-11-18T23:00:00Z'))).toEqual([
      { label: 'Hoy', from: '2026-11-19', to: '2026-11-19' },
      { label: 'Ayer', from: '2026-11-18', to: '2026-11-18' },
      { label: '7 días', from: '2026-11-13', to: '2026-11-19' },
      { label: '30 días', from: '2026-10-21', to: '2026-11-19' },
    ])
  })

  it('count days, not hours, across a clock change', () => {
    vi.stubEnv('TZ', 'Europe/Madrid')
    const [, yesterday] = namedPeriods(Date.parse('2026-10-26T00:30:00+01:00'))
    expect(yesterday?.from).toBe('2026-10-25')
  })

  it('are shown by name, other ranges by their days', () => {
    vi.stubEnv('TZ', 'Europe/Madrid')
    const now = Date.parse('2026-11-19T12:00:00Z')
    expect(periodWords({ from: '2026-11-13', to: '2026-11-19' }, now)).toBe('7 días')
    expect(daysWords({ from: '2026-11-18', to: '2026-11-18' }, now)).toBe('Ayer')
    expect(periodWords({ from: '2026-11-12', to: '2026-11-12' }, now)).toBe('12/11/2026')
    expect(periodWords({ from: '2026-11-12', to: '2026-11-19' }, now)).toBe(
      '12/11/2026 – 19/11/2026',
    )
    expect(periodWords({ from: '2026-11-13' }, now)).toBe('Desde el 13/11/2026')
    expect(periodWords({ to: '2026-11-19' }, now)).toBe('Hasta el 19/11/2026')
    expect(periodWords({}, now)).toBeUndefined()
  })
})

function hoursOf(day: string): number {
  const { from = '', to = '' } = daysAsInstants({ from: day, to: day })
  return (Date.parse(to) - Date.parse(from)) / 3_600_000
}
