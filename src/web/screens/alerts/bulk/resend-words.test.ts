import { describe, expect, it } from 'vitest'
import { partlyResent, resendAllLabel, resendAllText, resentToast } from './resend-words.ts'

describe('the toast after sending again', () => {
  it('counts the alerts', () => {
    expect(resentToast({ resent: 1240, kept: 0 })).toEqual({
      type: 'success',
      message: '1.240 alertas reenviadas.',
    })
    expect(resentToast({ resent: 1, kept: 0 }).message).toBe('1 alerta reenviada.')
  })

  it('warns of those that stay as they are', () => {
    expect(resentToast({ resent: 1, kept: 2 })).toEqual({
      type: 'warning',
      message:
        '1 alerta reenviada. 2 se quedan como están: su conexión está inactiva o se eliminó.',
    })
    expect(resentToast({ resent: 0, kept: 1 }).message).toBe(
      'No se reenvió ninguna alerta: su conexión está inactiva o se eliminó.',
    )
  })

  it('says how far it came when it ended before its time', () => {
    expect(partlyResent(500, { total: 1240 })).toBe('500 de 1.240 alertas reenviadas.')
    expect(partlyResent(0, { total: 1 })).toBe('0 de 1 alerta reenviada.')
  })
})

describe('all failed ones of a filter', () => {
  it('are counted on the button and in the question', () => {
    expect(resendAllLabel(undefined)).toBe('Reenviar las fallidas…')
    expect(resendAllLabel({ total: 1 })).toBe('Reenviar la fallida…')
    expect(resendAllLabel({ total: 1240 })).toBe('Reenviar las 1.240 fallidas…')
    expect(resendAllText({ total: 0 })).toBe('Ninguna de estas alertas es fallida.')
    expect(resendAllText({ total: 1 })).toMatch(/^Se reenviará la única alerta fallida/)
    expect(resendAllText({ total: 1240 })).toMatch(/^Se reenviarán las 1\.240 alertas fallidas/)
  })
})
