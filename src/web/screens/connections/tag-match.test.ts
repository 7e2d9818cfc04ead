import { describe, expect, it } from 'vitest'
import { withTag } from './tag-match.ts'

const btc = { name: 'BTC', tags: ['cripto', 'scalping'] }
const ibex = { name: 'IBEX', tags: ['Índices'] }
const plain = { name: 'Sin etiquetas', tags: [] }
const all = [btc, ibex, plain]

describe('filtering by tag', () => {
  it('keeps everything without a text', () => {
    expect(withTag(all, '')).toEqual(all)
    expect(withTag(all, '  ')).toEqual(all)
  })

  it('matches part of any tag', () => {
    expect(withTag(all, 'alp')).toEqual([btc])
  })

  it('ignores case and accents', () => {
    expect(withTag(all, 'CRIPTO')).toEqual([btc])
    expect(withTag(all, 'ÍNDICES')).toEqual([ibex])
    expect(withTag(all, 'indices')).toEqual([ibex])
  })

  it('ignores names', () => {
    expect(withTag(all, 'BTC')).toEqual([])
  })
})
