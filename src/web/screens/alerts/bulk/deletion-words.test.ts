import { describe, expect, it } from 'vitest'
import { foundText, partlyDeleted, pendingText, pickedText, purgeText } from './deletion-words.ts'

describe('the question before a deletion', () => {
  it('names the one alert, and counts several', () => {
    expect(pickedText(['Cruce'])).toMatch(/^Se eliminará «Cruce» del historial\./)
    expect(pickedText(['Cruce', 'Ruptura'])).toMatch(/las 2 alertas seleccionadas\./)
  })

  it('counts all that a filter finds', () => {
    expect(foundText({ total: 1 })).toMatch(/^Se eliminará la única alerta que coincide\./)
    expect(foundText({ total: 3482 })).toMatch(/^Se eliminarán las 3\.482 alertas que coinciden/)
    expect(foundText({ total: 10_000, more: true })).toMatch(/las más de 10\.000 alertas/)
  })

  it('counts the old ones, and says so when there are none', () => {
    expect(purgeText({ total: 0 })).toBe('No hay alertas de hace más de 30 días.')
    expect(purgeText({ total: 1 })).toMatch(/^Se eliminará 1 alerta de hace más de 30 días\./)
    expect(purgeText({ total: 1204 })).toMatch(/^Se eliminarán 1\.204 alertas de hace/)
  })

  it('tells what will not be sent any more', () => {
    expect(pendingText({ total: 1 })).toBe('1 aún por enviar: ya no se enviará.')
    expect(pendingText({ total: 1204 })).toBe('1.204 aún por enviar: ya no se enviarán.')
  })
})

it('says how far it came when it ended before its time', () => {
  expect(partlyDeleted(500, { total: 1240 })).toBe('500 de 1.240 alertas eliminadas.')
  expect(partlyDeleted(0, { total: 1 })).toBe('0 de 1 alerta eliminada.')
})
