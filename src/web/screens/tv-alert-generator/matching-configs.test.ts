import { describe, expect, it } from 'vitest'
import { matchingConfigs } from './matching-configs.ts'

const configs = [
  { name: 'Cruce EMA', connectionId: 'oro', tradingViewConditionNotes: 'EMA 9 sobre EMA 21' },
  { name: 'Ruptura', connectionId: 'oro', tradingViewConditionNotes: 'Máximo de sesión' },
  { name: 'Cruce MACD', connectionId: 'plata', tradingViewConditionNotes: '' },
]
const found = (search: string, connectionId?: string) =>
  matchingConfigs(configs, { search, connectionId }).map(({ name }) => name)

describe('the search in configurations', () => {
  it('covers names and condition notes', () => {
    expect(found('ruptura')).toEqual(['Ruptura'])
    expect(found('ema 21')).toEqual(['Cruce EMA'])
  })

  it('ignores case, accents and outer spaces', () => {
    expect(found(' MAXIMO ')).toEqual(['Ruptura'])
  })

  it('is limited to the chosen connection', () => {
    expect(found('', 'oro')).toEqual(['Cruce EMA', 'Ruptura'])
    expect(found('cruce', 'plata')).toEqual(['Cruce MACD'])
    expect(found('ruptura', 'plata')).toEqual([])
  })

  it('returns all for an empty search', () => {
    expect(found('')).toHaveLength(3)
  })
})
