import { describe, expect, it } from 'vitest'
import { configErrors } from './config-errors.ts'

const template = {
  id: 'breve',
  name: 'Breve',
  content: '{{symbol}}',
  buttons: [],
  picture: 'below' as const,
  whenMissing: 'line' as const,
  version: 1,
  usedBy: 1,
}
const known = {
  connections: [
    { id: 'oro', templateId: 'breve' },
    { id: 'plata', templateId: 'borrada' },
  ],
  templates: [template],
}
const required = 'El nombre y la conexión de Pregonero son requeridos.'
const errors = (name: string, connectionId: string) => configErrors({ name, connectionId }, known)

describe('what keeps a configuration from being saved', () => {
  it('is nothing when it has a name and a connection', () => {
    expect(errors('Cruce', 'oro')).toEqual({})
  })

  it('is said once when both are missing, and the other says what it wants', () => {
    expect(errors(' ', '')).toEqual({ name: required, connectionId: 'Elige una conexión.' })
  })

  it('is said at the one that is missing', () => {
    expect(errors('', 'oro')).toEqual({ name: required })
    expect(errors('Cruce', '')).toEqual({ connectionId: required })
  })

  it('can be the connection itself', () => {
    expect(errors('Cruce', 'cobre')).toEqual({
      connectionId: 'La conexión elegida ya no existe. Elige otra.',
    })
  })

  it('can be its template, which is gone or could not be loaded', () => {
    const missing = { connectionId: 'No se pudo cargar la plantilla de la conexión seleccionada.' }
    expect(errors('Cruce', 'plata')).toEqual(missing)
    expect(
      configErrors({ name: 'Cruce', connectionId: 'oro' }, { ...known, templates: undefined }),
    ).toEqual(missing)
  })
})
