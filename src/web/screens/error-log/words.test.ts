import { describe, expect, it } from 'vitest'
import { entryCount, repeats, sourceName } from './words.ts'

describe('the words of the log', () => {
  it('count its entries', () => {
    expect(entryCount(0)).toBe('0 entradas')
    expect(entryCount(1)).toBe('1 entrada')
    expect(entryCount(1204)).toBe('1.204 entradas')
  })

  it('say how often an entry happened, from twice on', () => {
    expect(repeats(1)).toBeNull()
    expect(repeats(2)).toBe('2 veces')
    expect(repeats(1204)).toBe('1.204 veces')
  })

  it('name the sources, and an unknown one by its key', () => {
    expect(['telegram', 'webhook', 'plantilla', 'luna', 'toString'].map(sourceName)).toEqual([
      'Telegram',
      'Webhook',
      'Plantilla',
      'luna',
      'toString',
    ])
  })
})
