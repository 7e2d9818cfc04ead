import { describe, expect, it } from 'vitest'
import { forgottenText } from './forgotten-words.ts'

describe('what goes with a shorter history', () => {
  it('is counted', () => {
    expect(forgottenText({ days: 90, alerts: 1204, pending: 0 })).toBe(
      'Se borrarán 1.204 alertas de hace más de 90 días, y cada día las que pasen de ese plazo. No se puede deshacer.',
    )
    expect(forgottenText({ days: 30, alerts: 1, pending: 0 })).toContain('Se borrará 1 alerta de')
  })

  it('says what was still to be sent of it', () => {
    expect(forgottenText({ days: 30, alerts: 12, pending: 2 })).toContain(
      '12 alertas de hace más de 30 días (2 aún por enviar), y',
    )
  })
})
