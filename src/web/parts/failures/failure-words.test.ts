import { expect, it } from 'vitest'
import { resentToast } from './failure-words.ts'

it('reports resent alerts as a success, and zero of them as information', () => {
  expect(resentToast(1_041)).toEqual({ type: 'success', message: '1.041 alertas reenviadas.' })
  expect(resentToast(0)).toEqual({ type: 'info', message: 'Ya no queda ninguna por reenviar.' })
})
