import { describe, expect, it } from 'vitest'
import { trialSentence } from './trial-sentence.ts'

const told = (tried: number, withGaps: number, keys: string[] = [], misfits = 0) =>
  trialSentence({ tried, misfits, withGaps, missing: keys.map(key => ({ key })) })

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

  it('is told with those that have nothing for it', () => {
    expect(told(200, 0, [], 1)).toBe('1 de 200 se enviaría tal cual, sin la plantilla')
    expect(told(200, 2, ['price'], 3)).toBe(
      '3 de 200 se enviarían tal cual, sin la plantilla; 2 de 200 quedarían con huecos: falta price',
    )
  })

  it('is told when nothing is', () => {
    expect(told(200, 0)).toBe('Tus últimas 200 alertas quedarían completas.')
    expect(told(1, 0)).toBe('Tu última alerta quedaría completa.')
    expect(told(0, 0)).toBe('Sin alertas con las que probarla todavía.')
  })
})
