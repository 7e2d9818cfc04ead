import { describe, expect, it } from 'vitest'
import { listed } from './format.ts'

describe('a list in words', () => {
  it('names all of a few', () => {
    expect(listed([])).toBe('')
    expect(listed(['a'])).toBe('a')
    expect(listed(['a', 'b'])).toBe('a y b')
    expect(listed(['a', 'b', 'c'], 3)).toBe('a, b y c')
  })

  it('counts the rest of many', () => {
    expect(listed(['a', 'b', 'c', 'd'], 3)).toBe('a, b, c y 1 más')
    const many = Array.from({ length: 1_206 }, (_, index) => `${index}`)
    expect(listed(many, 2)).toBe('0, 1 y 1.204 más')
  })
})
