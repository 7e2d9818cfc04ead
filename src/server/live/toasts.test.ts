import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Toasts } from './toasts.ts'

let shown: string[]
let toasts: Toasts
beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  toasts = new Toasts(1_000, toast => shown.push(`${toast.type}: ${toast.message}`))
})
afterEach(() => {
  toasts.stop()
  vi.useRealTimers()
})

it('shows a single alert at once, by its name', () => {
  toasts.tell('received', 'Cruce', 1)
  expect(shown).toEqual(['info: Alerta «Cruce» recibida, procesando...'])
})

it('makes one toast of a burst, a second after the first', () => {
  for (let n = 0; n < 50; n += 1) toasts.tell('received', `A${n}`, 1)
  expect(shown).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  expect(shown[1]).toBe('info: 49 alertas recibidas, procesando...')
  vi.advanceTimersByTime(5_000)
  expect(shown).toHaveLength(2)
})

it('shows the gravest toast first, and then the others, one a second', () => {
  toasts.tell('received', 'A', 1)
  toasts.tell('received', 'B', 1)
  toasts.tell('failed', 'C', 20)
  toasts.tell('retrying', 'D', 1)
  vi.advanceTimersByTime(3_000)
  expect(shown.slice(1)).toEqual([
    'error: Envío para 20 alertas: Fallo definitivo',
    'warning: Fallo envío para «D». Reintentando...',
    'info: Alerta «B» recibida, procesando...',
  ])
})

it('shows a toast at once after a quiet second', () => {
  toasts.tell('received', 'A', 1)
  vi.advanceTimersByTime(1_000)
  toasts.tell('received', 'B', 1)
  expect(shown).toHaveLength(2)
})
