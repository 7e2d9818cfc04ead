import { describe, expect, it } from 'vitest'
import { instantIn, instantTexts } from './instants.ts'

const instant = Date.UTC(2026, 10, 19, 15, 35, 2)

describe('an instant', () => {
  it.each([
    '2026-11-19T15:35:02Z',
    ' 2026-11-19T15:35:02.000Z ',
    '2026-11-19 15:35:02z',
    '2026-11-19T16:35:02+01:00',
    '2026-11-19T16:35:02,000+0100',
    '2026-11-19T10:35:02-05',
    '2026-11-19T21:05:02.000000000+05:30',
    '1795102502',
    '1795102502000',
    '1795102502.000',
  ])('is read from %s', text => {
    expect(instantIn(text)).toBe(instant)
  })

  it('may lack its seconds, and keeps its milliseconds', () => {
    expect(instantIn('2026-11-19T15:35Z')).toBe(instant - 2_000)
    expect(instantIn('2026-11-19T15:35:02.1309Z')).toBe(instant + 130)
    expect(instantIn('1795102502.5')).toBe(instant + 500)
  })

  it.each([
    '',
    '2026-11-19',
    '2026-11-19T15:35:02',
    '2026-02-30T15:35:02Z',
    '2026-11-19T25:35:02Z',
    '2026-11-19T15:35:60Z',
    '2026-11-19T15:35:02+99:00',
    '0000000000',
    '67432.5',
    '179510250',
    '17951025020000',
    '1.7951025e12',
    'hace un rato',
    `${' '.repeat(200)}1795102502`,
  ])('is not read from %j', text => {
    expect(instantIn(text)).toBeUndefined()
  })
})

describe('the texts of an instant', () => {
  it.each([
    ['Europe/Madrid', '19/11/2026, 16:35:02 CET'],
    ['America/Mexico_City', '19/11/2026, 09:35:02 GMT-6'],
    ['Asia/Kolkata', '19/11/2026, 21:05:02 GMT+5:30'],
    ['Nowhere/At_All', '19/11/2026, 15:35:02 UTC'],
  ])('name the zone %s', (zone, text) => {
    expect(instantTexts(zone).precise(instant)).toBe(text)
  })

  it('are cached for a limited number of zones', () => {
    const first = instantTexts('Europe/Madrid')
    expect(instantTexts('Europe/Madrid')).toBe(first)
    for (const zone of Intl.supportedValuesOf('timeZone')) instantTexts(zone)
    expect(instantTexts('Europe/Madrid')).not.toBe(first)
  })

  it('give the date, the time or both', () => {
    const texts = instantTexts('Europe/Madrid')
    expect(texts.date(instant)).toBe('19/11/2026 CET')
    expect(texts.time(instant)).toBe('16:35 CET')
    expect(texts.dateTime(instant)).toBe('19/11/2026, 16:35 CET')
  })
})
