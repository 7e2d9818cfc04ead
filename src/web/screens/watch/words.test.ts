import { describe, expect, it } from 'vitest'
import { dateFormats } from '#shared/format.ts'
import {
  fallsWords,
  gapWords,
  momentWords,
  nextWords,
  paceWords,
  silenceWords,
  stripWords,
} from './words.ts'

const dates = dateFormats('Europe/Madrid')
const now = Date.parse('2026-11-23T12:00:00Z')

describe('durations and moments', () => {
  it.each([
    [400, '1\u00a0s'],
    [40_000, '40\u00a0s'],
    [25 * 60_000, '25\u00a0min'],
    [3 * 3_600_000, '3\u00a0h'],
    [72 * 3_600_000, '3\u00a0días'],
  ])('round %d ms to one unit', (ms, words) => {
    expect(gapWords(ms)).toBe(words)
  })

  it.each([
    ['2026-11-23T15:42:00Z', 'hoy, 16:42'],
    ['2026-11-24T08:15:00Z', 'mañana, 09:15'],
    ['2026-11-22T22:10:00Z', 'ayer, 23:10'],
    ['2026-11-30T07:00:00Z', '30 nov, 08:00'],
  ])('name the day of %s', (instant, words) => {
    expect(momentWords(instant, now, dates)).toBe(words)
  })
})

describe('the next expected firing', () => {
  const series = {
    state: 'alive',
    expectedAt: '2026-11-23T15:42:00Z',
    alarmAt: '2026-11-23T18:00:00Z',
    stateSince: '2026-11-23T11:00:00Z',
  } as const
  const past = { ...series, expectedAt: '2026-11-23T10:00:00Z' }

  it('shows no past time while it is too early to be late', () => {
    expect(nextWords(series, now, dates)).toEqual({ text: 'hoy, 16:42' })
    expect(nextWords(past, now, dates)).toEqual({ text: 'en cualquier momento' })
  })

  it('adds the alarm time once late, and the silence once quiet', () => {
    expect(nextWords({ ...past, state: 'late' }, now, dates)).toEqual({
      text: 'hoy, 11:00',
      note: 'avisa hoy, 19:00',
    })
    expect(nextWords({ ...past, state: 'quiet' }, now, dates)).toEqual({
      text: 'hoy, 11:00',
      note: 'callada hoy, 12:00',
    })
    expect(nextWords({ ...past, state: 'off' }, now, dates)).toBeUndefined()
  })
})

describe('the pace of an alert', () => {
  const series = (counts: number[], firstFiredAt = '2026-06-01T00:00:00Z') => ({
    strip: { until: '2026-11-23', counts },
    firstFiredAt,
    firings: counts.reduce((sum, count) => sum + count, 0),
    usualGap: 60_000 as number | null,
  })

  it('is given per day, per week or in four weeks', () => {
    expect(paceWords(series(Array(28).fill(12)), now)).toBe('unas 12 al día')
    expect(paceWords(series([...Array(21).fill(0), 5, 0, 0, 5, 0, 0, 2]), now)).toBe(
      'unas 3 por semana',
    )
    expect(paceWords(series([...Array(27).fill(0), 1]), now)).toBe('1 en 4 semanas')
  })

  it('averages only the days since the first firing', () => {
    const known = series([...Array(26).fill(0), 40, 40], '2026-11-21T12:00:00Z')
    expect(paceWords(known, now)).toBe('unas 40 al día')
  })

  it.each([
    [[...Array(27).fill(0), 1], '2026-11-23T11:00:00Z', '1 vez hasta ahora'],
    [[...Array(27).fill(0), 12], '2026-11-23T11:59:00Z', '12 veces hasta ahora'],
    [
      [...Array(20).fill(0), 2, ...Array(6).fill(0), 1],
      '2026-11-16T08:00:00Z',
      '3 veces en 7 días',
    ],
    [[...Array(26).fill(0), 20, 20], '2026-06-01T00:00:00Z', '40 en 4 semanas'],
  ])('counts the firings before a rhythm is known', (counts, first, words) => {
    expect(paceWords({ ...series(counts, first), usualGap: null }, now)).toBe(words)
  })
})

describe('other texts of the watch', () => {
  it('say until when an alert is silenced', () => {
    expect(silenceWords(null, now, dates)).toBeUndefined()
    expect(silenceWords({ until: null }, now, dates)).toBe('Silenciada siempre')
    expect(silenceWords({ until: '2026-11-23T15:42:00Z' }, now, dates)).toBe(
      'Silenciada hasta hoy, 16:42',
    )
  })

  it('count the silences, and the normal ones among them', () => {
    expect(fallsWords({ told: 0, wereNormal: 0 })).toBe(
      'Ninguna ha callado en los últimos 30 días.',
    )
    expect(fallsWords({ told: 1, wereNormal: 0 })).toBe('En los últimos 30 días, 1 silencio.')
    expect(fallsWords({ told: 7, wereNormal: 2 })).toBe(
      'En los últimos 30 días, 7 silencios; 2 eran normales.',
    )
  })

  it('describe the strip to screen readers', () => {
    expect(stripWords([0, 3, 1])).toBe('Últimos 3 días: 4 veces, 1 día sin ninguna')
  })
})
