import { describe, expect, it } from 'vitest'
import { deletionWarning } from './deletion-warning.ts'

const usedBy = (connections: number) => ({
  id: 'x',
  name: 'Señal',
  content: '{{symbol}}',
  version: 1,
  usedBy: connections,
})

const nobody = { names: [], pending: 0 }

describe('the warning before a template is deleted', () => {
  it('says that nobody uses it', () => {
    expect(deletionWarning(usedBy(0), undefined, nobody)).toBe(
      'Se eliminará «Señal». Ninguna conexión la utiliza.',
    )
  })

  it('says whose it is and where they will go', () => {
    expect(deletionWarning(usedBy(1), 'Cruce', { names: ['Oro'], pending: 0 })).toBe(
      'Se eliminará «Señal» y la conexión que la utiliza («Oro») pasará a la plantilla «Cruce».',
    )
    expect(deletionWarning(usedBy(2), 'Cruce', { names: ['Oro', 'Plata'], pending: 0 })).toBe(
      'Se eliminará «Señal» y las 2 conexiones que la utilizan («Oro» y «Plata») pasarán a la plantilla «Cruce».',
    )
    expect(deletionWarning(usedBy(5), 'Cruce', { names: [...'abcde'], pending: 0 })).toContain(
      '(«a», «b», «c» y 2 más)',
    )
    expect(deletionWarning(usedBy(2), 'Cruce', nobody)).toContain(
      'las 2 conexiones que la utilizan pasarán',
    )
  })

  it('says how many alerts are still to be sent', () => {
    expect(deletionWarning(usedBy(1), 'Cruce', { names: ['Oro'], pending: 1 })).toContain(
      '«Cruce». Tiene 1 alerta aún por enviar.',
    )
    expect(deletionWarning(usedBy(2), 'Cruce', { names: ['a', 'b'], pending: 1_204 })).toContain(
      '«Cruce». Tienen 1.204 alertas aún por enviar.',
    )
  })

  it('says that they would be left without a valid one', () => {
    expect(deletionWarning(usedBy(1), undefined, { names: ['Oro'], pending: 3 })).toBe(
      '«Señal» es la única plantilla: la conexión que la utiliza («Oro») se quedaría sin una plantilla válida.',
    )
    expect(deletionWarning(usedBy(3), undefined, nobody)).toBe(
      '«Señal» es la única plantilla: las 3 conexiones que la utilizan se quedarían sin una plantilla válida.',
    )
  })
})
