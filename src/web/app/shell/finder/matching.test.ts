import { describe, expect, it } from 'vitest'
import { matching } from './matching.ts'

const entries = ['Scalping BTC 5m', 'BTC Scalping 5m', 'Señal Básica', 'Oro H1'].map(label => ({
  label,
}))
const found = (query: string) => matching(entries, query).map(({ label }) => label)

describe('the search of the finder', () => {
  it('matches all words in any order, ignoring case and accents', () => {
    expect(found('basica SENAL')).toEqual(['Señal Básica'])
  })

  it('lists labels that begin with the query first', () => {
    expect(found('btc')).toEqual(['BTC Scalping 5m', 'Scalping BTC 5m'])
  })

  it('returns all entries for a blank query', () => {
    expect(found('  ')).toHaveLength(4)
  })

  it('returns no entry that lacks a word', () => {
    expect(found('oro h4')).toEqual([])
  })
})
