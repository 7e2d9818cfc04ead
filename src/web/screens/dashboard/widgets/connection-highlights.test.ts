import { describe, expect, it } from 'vitest'
import { highlights } from './connection-highlights.tsx'

const connection = (id: string, isActive = true) => ({ id, isActive })
const all = [
  connection('Bono', false),
  connection('Cobre'),
  connection('Euro'),
  connection('Oro', false),
  connection('Plata'),
  connection('Trigo'),
]

describe('the connections on the dashboard', () => {
  it('are four, active ones first, in the given order', () => {
    const { shown, more } = highlights(all, undefined)
    expect(shown.map(({ id }) => id)).toEqual(['Cobre', 'Euro', 'Plata', 'Trigo'])
    expect(more).toBe(2)
  })

  it('are filled up with inactive ones', () => {
    const { shown, more } = highlights(all.slice(0, 4), undefined)
    expect(shown.map(({ id }) => id)).toEqual(['Cobre', 'Euro', 'Bono', 'Oro'])
    expect(more).toBe(0)
  })

  it('are only the selected one, if there is one', () => {
    expect(highlights(all, 'Oro')).toEqual({ shown: [connection('Oro', false)], more: 0 })
  })
})
