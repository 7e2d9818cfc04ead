import { describe, expect, it } from 'vitest'
import { connectionName } from './words.ts'

describe('the connection name on a card', () => {
  it('is the name of the connection', () => {
    expect(connectionName('oro', [{ id: 'oro', name: 'Oro H1' }])).toBe('Oro H1')
  })

  it('distinguishes a deleted connection from unloaded ones', () => {
    expect(connectionName('plata', [{ id: 'oro', name: 'Oro H1' }])).toBe('Desconocida')
    expect(connectionName('plata', undefined)).toBe('Sin cargar')
  })
})
