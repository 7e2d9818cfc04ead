import { describe, expect, it } from 'vitest'
import { matching } from './matching.ts'

const entries = ['Scalping BTC 5m', 'BTC Scalping 5m', 'Señal Básica', 'Oro H1'].map(label => ({
  label,
}))
const found = (query: string) => matching(entries, query).map(({ label }) => label)

describe('what the finder finds', () => {
  it('has every word, in any order, whatever its case and accents', () => {
    expect(found('basica SENAL')).toEqual(['Señal Básica'])
  })

  it('begins with what was typed, or comes after what does', () => {
    expect(found('btc')).toEqual(['BTC Scalping 5m', 'Scalping BTC 5m'])
  })

  it('is everything as long as nothing is typed', () => {
    expect(found('  ')).toHaveLength(4)
  })

  it('is nothing when one word is missing', () => {
    expect(found('oro h4')).toEqual([])
  })
})
