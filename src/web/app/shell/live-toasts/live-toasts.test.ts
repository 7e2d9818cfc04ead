import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AlertEvent } from '#shared/alert-events.ts'
import type { Happening } from '#shared/model/live-event.ts'
import type { Toast } from '#web/ui/show-toast.tsx'
import { LiveToasts } from './live-toasts.ts'

/** Screen that shows one toast, for five seconds unless extended. */
function startScreen() {
  const told: string[] = []
  let standing: { words: string; endsAt: number } | undefined
  let isBusy = false
  const stands = () => standing !== undefined && Date.now() < standing.endsAt
  const put = ({ type, message }: Toast, endsAt: number) => {
    standing = { words: `${type}: ${message}`, endsAt }
    told.push(standing.words)
  }
  const live = new LiveToasts({
    isFree: () => !stands() && !isBusy,
    show: toast => {
      put(toast, Date.now() + 5_000)
      return {
        isShown: stands,
        change: (changed, least) =>
          put(changed, Math.max(standing?.endsAt ?? 0, Date.now() + least)),
      }
    },
  })
  return {
    told,
    hear: (happenings: Happening[], view: Partial<Parameters<typeof live.hear>[1]> = {}) =>
      live.hear(happenings, { connectionId: null, tellsArrivals: true, ...view }),
    setBusy: (busy: boolean) => {
      isBusy = busy
    },
    get words() {
      return stands() ? standing?.words : null
    },
    stop: () => live.stop(),
  }
}

const one = (
  what: AlertEvent,
  name: string,
  { connectionId = 'oro', count = 1, ms = null as number | null, attempt = 0 } = {},
): Happening => ({
  what,
  connectionId,
  count,
  alert: { id: `${connectionId} ${name}`, name },
  deliveredInMs: ms,
  ...(attempt > 0 && { attempt }),
})

let screen: ReturnType<typeof startScreen>
beforeEach(() => {
  vi.useFakeTimers()
  screen = startScreen()
})
afterEach(() => {
  screen.stop()
  vi.useRealTimers()
})

const wait = (ms: number) => vi.advanceTimersByTime(ms)

it('updates the toast of an arrival in place with its outcome', () => {
  screen.hear([one('received', 'Cruce')])
  expect(screen.words).toBe('info: Alerta «Cruce» recibida, procesando...')
  wait(600)
  screen.hear([one('delivered', 'Cruce', { ms: 612 })])
  expect(screen.words).toContain('procesando')
  wait(400)
  expect(screen.words).toBe('success: Alerta «Cruce» entregada en 612\u00a0ms')
  screen.hear([one('delivered', 'Otra', { ms: 9 })])
  wait(5_000)
  expect(screen.words).toBeNull()
  expect(screen.told).toHaveLength(2)
})

it('reports only the outcome of an alert that is already delivered', () => {
  screen.hear([one('delivered', 'Cruce', { ms: 90 }), one('received', 'Cruce')])
  expect(screen.told).toEqual(['success: Alerta «Cruce» entregada en 90\u00a0ms'])
})

it('follows retries to the final failure, and shows that for 2 s', () => {
  screen.hear([one('received', 'Cruce')])
  screen.hear([one('retrying', 'Cruce', { attempt: 1 })])
  wait(1_000)
  expect(screen.words).toBe('warning: Fallo envío para «Cruce» (intento 1 de 3). Reintentando...')
  wait(1_900)
  screen.hear([one('retrying', 'Cruce', { attempt: 2 })])
  expect(screen.words).toBe('warning: Fallo envío para «Cruce» (intento 2 de 3). Reintentando...')
  wait(2_000)
  screen.hear([one('failed', 'Cruce')])
  expect(screen.words).toBe('error: Envío para «Cruce»: Fallo definitivo')
  wait(1_900)
  expect(screen.words).not.toBeNull()
  wait(200)
  expect(screen.words).toBeNull()
})

it('combines the events of five seconds in one toast with counts', () => {
  screen.hear([one('received', 'A'), one('received', 'B', { connectionId: 'plata' })])
  expect(screen.words).toBe('info: 2 alertas recibidas, procesando...')
  wait(1_000)
  screen.hear([one('received', 'C', { count: 10 }), one('delivered', 'A')])
  screen.hear([one('failed', 'B', { connectionId: 'plata' }), one('delivered', 'C', { count: 9 })])
  wait(1_000)
  expect(screen.words).toBe('error: 12 alertas: 1 sin entregar, 1 procesándose, 10 entregadas')
})

it('reports steady arrivals once a minute', () => {
  let shown = 0
  for (let second = 0; second < 600; second += 1) {
    screen.hear([one('received', `A${second}`)])
    wait(500)
    screen.hear([one('delivered', `A${second}`, { ms: 500 })])
    wait(500)
    if (screen.words) shown += 1
  }
  expect(shown / 600).toBeLessThan(0.11)
  expect(shown).toBeGreaterThan(40)
})

it('ends after eight seconds, even while alerts are still being delivered', () => {
  screen.hear([one('received', 'A', { count: 100 })])
  for (let second = 0; second < 7; second += 1) {
    wait(1_000)
    screen.hear([one('delivered', `A${second}`, { count: 2 })])
  }
  wait(1_100)
  expect(screen.words).toBeNull()
})

describe('on a screen that shows arrivals', () => {
  const view = { tellsArrivals: false }
  it('reports only failures', () => {
    screen.hear([one('received', 'A'), one('delivered', 'A')], view)
    expect(screen.told).toEqual([])
    screen.hear([one('received', 'B'), one('failed', 'B')], view)
    expect(screen.words).toBe('error: Envío para «B»: Fallo definitivo')
  })
})

it('reports only the selected connection', () => {
  const view = { connectionId: 'plata' }
  screen.hear([one('received', 'A'), one('failed', 'B')], view)
  screen.hear([{ ...one('received', 'C'), connectionId: null }], view)
  expect(screen.told).toEqual([])
  screen.hear([one('failed', 'B', { connectionId: 'plata' })], view)
  expect(screen.words).toBe('error: Envío para «B»: Fallo definitivo')
})

it('reports failures of a connection once a minute, of another one at once', () => {
  screen.hear([one('failed', 'A')])
  wait(2_000)
  screen.hear([one('failed', 'B')])
  expect(screen.words).toBe('error: Envío para 2 alertas: Fallo definitivo')
  wait(6_000)
  screen.hear([one('failed', 'C')])
  expect(screen.words).toBeNull()
  screen.hear([one('failed', 'D', { connectionId: 'plata' })])
  expect(screen.words).toBe('error: Envío para «D»: Fallo definitivo')
  wait(60_000)
  screen.hear([one('failed', 'E')])
  expect(screen.words).toBe('error: Envío para «E»: Fallo definitivo')
})

it('holds failures until the screen is free, and drops arrivals', () => {
  screen.setBusy(true)
  screen.hear([one('received', 'A'), one('failed', 'B'), one('failed', 'C')])
  for (let nth = 0; nth < 10_000; nth += 1) screen.hear([one('failed', `D${nth}`)])
  wait(60_000)
  expect(screen.told).toEqual([])
  screen.setBusy(false)
  wait(1_000)
  expect(screen.told).toEqual(['error: Envío para 10.002 alertas: Fallo definitivo'])
})
