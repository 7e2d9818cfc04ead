import { describe, expect, it } from 'vitest'
import { trialSentence } from './trial-sentence.ts'

const told = (tried: number, withGaps: number, keys: string[] = []) =>
  trialSentence({ tried, withGaps, missing: keys.map(key => ({ key })) })

describe('how a template did with the newest alerts', () => {
  it('is told with what is lacking', () => {
    expect(told(200, 2, ['price'])).toBe('2 de 200 quedarían con huecos: falta price')
    expect(told(1_200, 1, ['price', 'rsi'])).toBe(
      '1 de 1.200 quedaría con huecos: faltan price y rsi',
    )
    expect(told(9, 9, ['a', 'b', 'c', 'd', 'e'])).toBe(
      '9 de 9 quedarían con huecos: faltan sobre todo a, b y c',
    )
  })

  it('is told when nothing is', () => {
    expect(told(200, 0)).toBe('Tus últimas 200 alertas quedarían completas.')
    expect(told(1, 0)).toBe('Tu última alerta quedaría completa.')
    expect(told(0, 0)).toBe('Sin alertas con las que probarla todavía.')
  })
})
