import { describe, expect, it } from 'vitest'
import { deletionWarning } from './deletion-warning.ts'

const usedBy = (connections: number) => ({
  id: 'x',
  name: 'Señal',
  content: '{{symbol}}',
  version: 1,
  usedBy: connections,
})

describe('the warning before a template is deleted', () => {
  it('says that nobody uses it', () => {
    expect(deletionWarning(usedBy(0), false)).toBe(
      'Se eliminará «Señal». Ninguna conexión la utiliza.',
    )
  })

  it('says where its connections will go', () => {
    expect(deletionWarning(usedBy(1), true)).toBe(
      'Se eliminará «Señal» y la conexión que la utiliza pasará a la primera de las demás plantillas.',
    )
    expect(deletionWarning(usedBy(2), true)).toBe(
      'Se eliminará «Señal» y las 2 conexiones que la utilizan pasarán a la primera de las demás plantillas.',
    )
  })

  it('says that they would be left without a valid one', () => {
    expect(deletionWarning(usedBy(1), false)).toBe(
      '«Señal» es la única plantilla: la conexión que la utiliza se quedaría sin una plantilla válida.',
    )
    expect(deletionWarning(usedBy(3), false)).toBe(
      '«Señal» es la única plantilla: las 3 conexiones que la utilizan se quedarían sin una plantilla válida.',
    )
  })
})
