import { describe, expect, it } from 'vitest'
import type { RefusedArrival, TakenArrival } from '#shared/model/arrival.ts'
import { lightWords, lookOf, readingWords, senderWords, verdict } from './arrival-words.ts'

const taken: TakenArrival = {
  kind: 'taken',
  id: 'a',
  name: 'Cruce',
  connectionId: 'oro',
  connectionName: 'Oro',
  timestamp: '2026-11-19T15:30:00.000Z',
  receivedFrom: '52.89.214.238',
  isTradingView: true,
  summary: '',
  telegramDeliveryStatus: 'success',
  retryAttempts: 1,
  reason: null,
  fits: true,
  deliveredInMs: 412,
  reading: 'json',
  fault: null,
  missing: [],
  taken: [],
  came: [],
  unfilled: [],
  excerpt: 'BTC',
  advice: null,
}

const refused: RefusedArrival = {
  kind: 'refused',
  id: 'r',
  timestamp: '2026-11-19T15:30:00.000Z',
  reason: 'Llegó un mensaje vacío para «Oro». Escribe el mensaje de la alerta en TradingView.',
  count: 1,
  receivedFrom: null,
  isTradingView: false,
  excerpt: '',
  advice: { code: 'empty', text: 'El campo «Mensaje» de la alerta está vacío.' },
}

const nobody = { sent: new Set<string>(), simulated: false }
const flawed = (
  code: NonNullable<TakenArrival['advice']>['code'],
  more: Partial<TakenArrival>,
) => ({
  ...taken,
  ...more,
  advice: { code, text: 'Cámbialo.' },
})

describe('the verdict', () => {
  it.each([
    ['ok', taken, 'Llegó y se entregó en 412\u00a0ms.'],
    ['warn', flawed('missing', { missing: ['side'] }), 'Llegó, pero falta {{side}}.'],
    [
      'warn',
      flawed('missing', { missing: ['a', 'b', 'c', 'd', 'e'] }),
      'Llegó, pero faltan {{a}}, {{b}}, {{c}} y 2 más.',
    ],
    ['warn', flawed('unfilled', { unfilled: ['{{x}}'] }), 'Llegó, pero con {{x}} sin sustituir.'],
    ['warn', flawed('text', { reading: 'text' }), 'Llegó y se entregó, pero no es JSON.'],
    [
      'bad',
      flawed('inactive', { telegramDeliveryStatus: 'failed' }),
      'Llegó, pero la conexión está inactiva.',
    ],
    [
      'bad',
      flawed('failed', { telegramDeliveryStatus: 'failed' }),
      'Llegó, pero no está en tu chat.',
    ],
    [
      'pending',
      flawed('repaired', { telegramDeliveryStatus: 'pending' }),
      'Llegó. Enviándola a tu chat…',
    ],
    ['bad', refused, 'Llegó un mensaje vacío para «Oro».'],
    ['bad', { ...refused, count: 3 }, 'Llegó un mensaje vacío para «Oro». 3 veces.'],
  ] as const)('is %s in case %#', (look, arrival, words) => {
    expect([lookOf(arrival), verdict(arrival, false)]).toEqual([look, words])
  })

  it('mentions a simulated delivery', () => {
    expect(verdict(taken, true)).toBe('Llegó y se entregó de forma simulada en 412\u00a0ms.')
  })
})

describe('the sender', () => {
  it.each([
    [taken, 'desde TradingView'],
    [
      { ...taken, isTradingView: false, receivedFrom: '1.2.3.4' },
      'desde 1.2.3.4, que no es de TradingView',
    ],
    [{ ...taken, isTradingView: false, receivedFrom: '172.17.0.1' }, 'desde tu red (172.17.0.1)'],
    [{ ...taken, isTradingView: false, receivedFrom: '::1' }, 'desde tu red (::1)'],
    [{ ...taken, isTradingView: false, receivedFrom: null }, null],
    [refused, null],
  ] as const)('depends on the address: case %#', (arrival, words) => {
    expect(senderWords(arrival, nobody.sent)).toBe(words)
  })

  it('is this browser for a test sent from here', () => {
    expect(senderWords(taken, new Set(['a']))).toBe('desde tu navegador')
  })
})

it('names the key that replaced a missing one', () => {
  expect(readingWords({ ...taken, taken: [{ key: 'symbol', from: 'ticker' }] })).toBe(
    'leída como JSON · symbol se tomó de ticker',
  )
})

describe('the light', () => {
  const words = (...args: Parameters<typeof lightWords>) => lightWords(...args)

  it('waits for the first arrival', () => {
    expect(words(undefined, 'Escuchando…', nobody)).toMatchObject({
      look: 'waiting',
      title: 'Escuchando…',
    })
  })

  it('distinguishes a test of this browser from a real alert', () => {
    expect(words(taken, '', nobody).title).toBe('Todo funciona.')
    expect(words(taken, '', { ...nobody, sent: new Set(['a']) }).title).toBe(
      'Pregonero llega hasta tu chat.',
    )
  })

  it('announces verdict and advice to screen readers, without repetition', () => {
    expect(words(refused, '', nobody).spoken).toBe(
      'Llegó un mensaje vacío para «Oro». El campo «Mensaje» de la alerta está vacío.',
    )
    const pending = { ...taken, telegramDeliveryStatus: 'pending' as const }
    expect(words(pending, '', nobody).spoken).toBe('Llegó. Enviándola a tu chat…')
  })
})
