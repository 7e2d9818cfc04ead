import { describe, expect, it } from 'vitest'
import { chartPlaceholders } from '#shared/tradingview/chart-placeholders.ts'
import { matchingPlaceholders } from './matching-placeholders.ts'

const found = (text: string) => matchingPlaceholders(text).map(({ key }) => key)

describe('looking for a placeholder', () => {
  it('goes by its name, with or without the braces', () => {
    expect(found('{{ticker}}')).toEqual(['ticker'])
    expect(found('order.a')).toEqual(['strategy.order.action', 'strategy.order.alert_message'])
  })

  it('goes by its meaning, whatever the accents', () => {
    expect(found('simbolo')).toEqual(['ticker'])
  })

  it('offers all of them to begin with', () => {
    expect(found('')).toHaveLength(chartPlaceholders.length)
    expect(found('nada de eso')).toEqual([])
  })
})
