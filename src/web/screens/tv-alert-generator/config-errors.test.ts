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

describe('the errors of a configuration', () => {
  it('are absent with a name and a connection', () => {
    expect(errors('Cruce', 'oro')).toEqual({})
  })

  it('name both missing fields once, with a hint at the second', () => {
    expect(errors(' ', '')).toEqual({ name: required, connectionId: 'Elige una conexión.' })
  })

  it('appear at the missing field', () => {
    expect(errors('', 'oro')).toEqual({ name: required })
    expect(errors('Cruce', '')).toEqual({ connectionId: required })
  })

  it('include a connection that no longer exists', () => {
    expect(errors('Cruce', 'cobre')).toEqual({
      connectionId: 'La conexión elegida ya no existe. Elige otra.',
    })
  })

  it('include a template that is gone or not loaded', () => {
    const missing = { connectionId: 'No se pudo cargar la plantilla de la conexión seleccionada.' }
    expect(errors('Cruce', 'plata')).toEqual(missing)
    expect(
      configErrors({ name: 'Cruce', connectionId: 'oro' }, { ...known, templates: undefined }),
    ).toEqual(missing)
  })
})
