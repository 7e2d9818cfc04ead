import { describe, expect, it } from 'vitest'
import { parsePayload } from '../../payload/payload.ts'
import { applyFilters } from './apply-filters.ts'
import { filterHelp, readFilters } from './filters.ts'

const shown = (json: string, filters: string, instant?: number) => {
  const { x: value } = parsePayload(`{"x":${json}}`)
  return applyFilters({ value, instant }, readFilters(`| ${filters}`) ?? [], 'Europe/Madrid')
}
const text = (json: string, filters: string) => shown(json, filters).text

describe('filters', () => {
  it.each([
    ['67432.505', '2 | miles', '67.432,51'],
    ['"67432.505"', 'miles | 2', '67.432,51'],
    ['"67432.505"', '4 | 1', '67432,5'],
    ['9007199254740993', 'miles', '9.007.199.254.740.993'],
    ['"buy"', 'mayúsculas', 'BUY'],
    ['"ÑANDÚ"', 'minusculas', 'ñandú'],
    ['null', 'o "—"', '—'],
    ['" \\u200b"', 'mayúsculas | o "nada" | mayúsculas', 'NADA'],
    ['"a"', 'o "—"', 'a'],
    ['0', 'o "—"', '0'],
    ['""', 'o "0.5" | 2', '0,50'],
    ['""', '2 | o "sin precio"', 'sin precio'],
    ['{"a":"b"}', 'mayúsculas', '{"A":"B"}'],
  ])('turn %s with %s into %s', (json, filters, wanted) => {
    expect(shown(json, filters)).toEqual({ text: wanted })
  })

  it.each(['"NaN"', '"na"', '"1,5"', 'true', '[1.5]', '{"a":1.5}', '"buy"', '""'])(
    'for numbers and times leave %s as it is',
    json => {
      const value = text(json, 'mayúsculas').toLowerCase()
      for (const filter of ['2', 'miles', 'fecha', 'hora', 'hace | 3']) {
        expect(text(json, filter).toLowerCase()).toBe(value)
      }
    },
  )
})

describe('an instant', () => {
  const unix_time = 1_795_102_502
  it.each([
    ['fecha', '19/11/2026 CET', 'd'],
    ['hora', '16:35 CET', 't'],
    ['hora | fecha', '19/11/2026, 16:35 CET', 'dt'],
    ['hace', '19/11/2026, 16:35:02 CET', 'r'],
    ['hora | hace', '19/11/2026, 16:35:02 CET', 'r'],
    ['hora | minúsculas | o "—"', '16:35 cet', 't'],
  ])('is formatted by %s', (filters, wanted, date_time_format) => {
    for (const json of ['"2026-11-19T15:35:02Z"', `${unix_time}`, `"${unix_time}000"`]) {
      expect(shown(json, filters)).toEqual({
        text: wanted,
        time: { unix_time, date_time_format },
      })
    }
  })

  it('may be given apart from its text', () => {
    expect(shown('"19/11/2026, 16:35:02 CET"', 'hora', unix_time * 1_000)).toEqual(
      shown(`${unix_time}`, 'hora'),
    )
  })

  it('is plain text outside Telegram’s range of times', () => {
    expect(shown('"2040-01-01T00:00:00Z"', 'fecha')).toEqual({ text: '01/01/2040 CET' })
    expect(shown('"1969-12-31T23:59:59Z"', 'hora')).toEqual({ text: '00:59 GMT+1' })
  })

  it('is no longer a time after a number filter', () => {
    expect(shown(`${unix_time}`, 'hora | miles')).toEqual({ text: '1.795.102.502' })
  })

  it('is not read from a default', () => {
    expect(shown('""', 'o "—" | hora', undefined)).toEqual({ text: '—' })
  })
})

it.each(filterHelp)('filter $name does what its help says', ({ name, value, shown: wanted }) => {
  const made = shown(JSON.stringify(value), name)
  if (name === 'hace') expect(made.time?.date_time_format).toBe('r')
  else expect(made.text.replace(/ CET$/, '')).toBe(wanted)
})
