import { describe, expect, it } from 'vitest'
import { bearersCount, countLine, removalText } from './words.ts'

describe('the words about a tag', () => {
  it('count the connections with it', () => {
    expect(bearersCount(1)).toBe('1 conexión')
    expect(bearersCount(1204)).toBe('1.204 conexiones')
  })

  it('say how many connections lose it', () => {
    expect(removalText({ name: 'fx', connections: 1 })).toContain('de la conexión que la lleva')
    expect(removalText({ name: 'fx', connections: 3 })).toContain(
      'de las 3 conexiones que la llevan',
    )
  })
})

describe('the line that counts tags', () => {
  it('counts all tags', () => {
    expect(countLine(6, 6)).toBe('6 etiquetas')
    expect(countLine(1, 1)).toBe('1 etiqueta')
  })

  it('says how many tags a search left', () => {
    expect(countLine(6, 2)).toBe('2 de 6 etiquetas')
  })
})
