import { expect, it } from 'vitest'
import { moreWords } from './more-words.ts'

it('says which of too many are shown', () => {
  expect(moreWords({ total: 10_000, sort: 'timestamp-desc', search: 'oro' })).toContain(
    'se muestran las 10.000 más recientes',
  )
  expect(moreWords({ total: 10_000, sort: 'timestamp-asc', search: 'oro' })).toContain(
    'se muestran las 10.000 más antiguas',
  )
})

it('says that only a part was looked through', () => {
  expect(moreWords({ total: 12, sort: 'timestamp-desc', search: 'or' })).toMatch(
    /^Se ha buscado solo en una parte del historial\./,
  )
  expect(moreWords({ total: 12, sort: 'alertName-asc' })).toMatch(
    /^Por ahora solo se muestra una parte del historial/,
  )
})
