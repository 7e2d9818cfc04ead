import { describe, expect, it } from 'vitest'
import { matchingTags } from './tag-search.ts'

const cripto = { name: 'cripto', connections: 3 }
const indices = { name: 'Índices', connections: 1 }
const odd = { name: '50%/día', connections: 1 }
const all = [cripto, indices, odd]

describe('searching tags', () => {
  it('keeps all of them without a text', () => {
    expect(matchingTags(all, '  ')).toEqual(all)
  })

  it('finds a part of the name, whatever its case and accents', () => {
    expect(matchingTags(all, 'RIP')).toEqual([cripto])
    expect(matchingTags(all, 'indi')).toEqual([indices])
    expect(matchingTags(all, 'DIA')).toEqual([odd])
  })

  it('takes signs as they are', () => {
    expect(matchingTags(all, '%/')).toEqual([odd])
    expect(matchingTags(all, '.')).toEqual([])
  })
})
