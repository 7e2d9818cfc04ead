import { describe, expect, it } from 'vitest'
import { connectionName } from './words.ts'

describe('what a card calls its connection', () => {
  it('is the connection’s name', () => {
    expect(connectionName('oro', [{ id: 'oro', name: 'Oro H1' }])).toBe('Oro H1')
  })

  it('tells a connection that is gone from connections that could not be loaded', () => {
    expect(connectionName('plata', [{ id: 'oro', name: 'Oro H1' }])).toBe('Desconocida')
    expect(connectionName('plata', undefined)).toBe('Sin cargar')
  })
})
