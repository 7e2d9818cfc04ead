import { describe, expect, it } from 'vitest'
import { blankConfig } from './blank-config.ts'

const oro = { id: 'oro' }
const plata = { id: 'plata' }

describe('a new configuration', () => {
  it('is for the connection that the list is confined to', () => {
    expect(blankConfig([oro, plata], 'plata').connectionId).toBe('plata')
  })

  it('is for the only connection there is', () => {
    expect(blankConfig([oro], undefined).connectionId).toBe('oro')
    expect(blankConfig([oro], 'borrada').connectionId).toBe('oro')
  })

  it('otherwise leaves the choice', () => {
    expect(blankConfig([oro, plata], undefined).connectionId).toBe('')
    expect(blankConfig([], undefined).connectionId).toBe('')
  })
})
