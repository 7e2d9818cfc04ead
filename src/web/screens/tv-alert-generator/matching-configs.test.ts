import { describe, expect, it } from 'vitest'
import { matchingConfigs } from './matching-configs.ts'

const configs = [
  { name: 'Cruce EMA', connectionId: 'oro', tradingViewConditionNotes: 'EMA 9 sobre EMA 21' },
  { name: 'Ruptura', connectionId: 'oro', tradingViewConditionNotes: 'Máximo de sesión' },
  { name: 'Cruce MACD', connectionId: 'plata', tradingViewConditionNotes: '' },
]
const found = (search: string, connectionId?: string) =>
  matchingConfigs(configs, { search, connectionId }).map(({ name }) => name)

describe('searching the configurations', () => {
  it('looks into names and condition notes', () => {
    expect(found('ruptura')).toEqual(['Ruptura'])
    expect(found('ema 21')).toEqual(['Cruce EMA'])
  })

  it('overlooks case, accents and the spaces around', () => {
    expect(found(' MAXIMO ')).toEqual(['Ruptura'])
  })

  it('keeps to one connection', () => {
    expect(found('', 'oro')).toEqual(['Cruce EMA', 'Ruptura'])
    expect(found('cruce', 'plata')).toEqual(['Cruce MACD'])
    expect(found('ruptura', 'plata')).toEqual([])
  })

  it('finds all when nothing is asked for', () => {
    expect(found('')).toHaveLength(3)
  })
})
