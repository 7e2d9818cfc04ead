import { describe, expect, it } from 'vitest'
import { cancelledWords, forgottenText, renamedWords } from './words.ts'

it('says how many alerts will not be sent', () => {
  expect(cancelledWords(1)).toBe('Hay 1 alerta aún por enviar: ya no se enviará.')
  expect(cancelledWords(1204)).toBe('Hay 1.204 alertas aún por enviar: ya no se enviarán.')
})

it('says which connections have a new id', () => {
  expect(renamedWords(['Oro'])).toBe(
    'El id de «Oro» ya lo usa otra cuenta o es tan corto que se podría adivinar, así que tiene uno nuevo: cambia su URL del webhook en TradingView.',
  )
  expect(renamedWords(['Oro', 'Plata'])).toBe(
    'Los ids de «Oro» y «Plata» ya los usan otras cuentas o son tan cortos que se podrían adivinar, así que tienen otros nuevos: cambia sus URL del webhook en TradingView.',
  )
})

describe('the text before shortening the history', () => {
  it('counts the alerts to delete', () => {
    expect(forgottenText({ days: 90, alerts: 1204, pending: 0 })).toBe(
      'Se borrarán 1.204 alertas de hace más de 90 días, y cada día las que pasen de ese plazo. No se puede deshacer.',
    )
    expect(forgottenText({ days: 30, alerts: 1, pending: 0 })).toContain('Se borrará 1 alerta de')
  })

  it('counts the pending alerts among them', () => {
    expect(forgottenText({ days: 30, alerts: 12, pending: 2 })).toContain(
      '12 alertas de hace más de 30 días (2 aún por enviar), y',
    )
  })
})
