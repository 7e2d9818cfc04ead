import { describe, expect, it } from 'vitest'
import { journeyOf } from './journey-steps.ts'

const delivered = {
  telegramDeliveryStatus: 'success',
  barTime: null,
  firedAt: '2026-11-19T15:42:06.000Z',
  timestamp: '2026-11-19T15:42:07.130Z',
  resentAt: null,
  firstAttemptAt: '2026-11-19T15:42:07.161Z',
  deliveredAt: '2026-11-19T15:42:07.742Z',
  nextAttemptAt: null,
  retryAttempts: 1,
  reason: null,
} as const

const BUSY = 'Telegram tiene un fallo propio. Vuelve a intentarlo en unos minutos.'

const failing = (at: string, { reason = BUSY, counted = true, ms = 120 } = {}) => ({
  at: `2026-11-19T15:42:${at}Z`,
  ms,
  reason,
  counted,
  messageIds: [],
})

const told = (times: Parameters<typeof journeyOf>[0]) =>
  journeyOf(times).steps.map(({ kind, ms, approximate }) => [
    kind,
    typeof ms === 'number' ? `${approximate ? '≈ ' : ''}${ms}` : ms,
  ])

describe('journeyOf', () => {
  it('follows a delivered alert from TradingView to the chat', () => {
    expect(told(delivered)).toEqual([
      ['fired', null],
      ['received', '≈ 1130'],
      ['sent', '31'],
      ['delivered', '581'],
    ])
    expect(journeyOf(delivered).total).toEqual({ ms: 1742, approximate: true })
  })

  it('begins at the receipt, with exact times, if the payload has no clock', () => {
    const times = { ...delivered, firedAt: null }

    expect(told(times)).toEqual([
      ['received', null],
      ['sent', '31'],
      ['delivered', '581'],
    ])
    expect(journeyOf(times).total).toEqual({ ms: 612, approximate: false })
  })

  it('shows the bar without counting its age', () => {
    const times = { ...delivered, barTime: '2026-11-19T15:40:00.000Z' }

    expect(told(times).slice(0, 3)).toEqual([
      ['bar', null],
      ['fired', '≈ 126000'],
      ['received', '≈ 1130'],
    ])
    expect(journeyOf(times).total?.ms).toBe(1742)
    expect(journeyOf(times).longest?.kind).toBe('received')
  })

  it('counts from the resend, however old the alert is', () => {
    const times = {
      ...delivered,
      timestamp: '2026-11-19T12:00:00.000Z',
      firedAt: '2026-11-19T11:59:59.000Z',
      resentAt: '2026-11-19T15:42:07.000Z',
    }

    expect(told(times).map(([kind]) => kind)).toEqual([
      'fired',
      'received',
      'resent',
      'sent',
      'delivered',
    ])
    expect(journeyOf(times).total).toEqual({ ms: 742, approximate: false })
  })

  it('measures no time between clocks that disagree', () => {
    const times = { ...delivered, firedAt: '2026-11-19T15:42:09.000Z' }

    expect(told(times).slice(0, 2)).toEqual([
      ['fired', null],
      ['received', 'unclear'],
    ])
    expect(journeyOf(times).total).toEqual({ ms: 612, approximate: false })
  })

  it('ends with the next attempt while the alert waits', () => {
    const journey = journeyOf({
      ...delivered,
      telegramDeliveryStatus: 'pending',
      deliveredAt: null,
      nextAttemptAt: '2026-11-19T15:42:11.000Z',
    })

    expect(journey.steps.at(-1)).toMatchObject({
      kind: 'waiting',
      at: '2026-11-19T15:42:11.000Z',
      ms: null,
    })
    expect(journey.total).toBeNull()
  })

  it('ends with the failure, whose time is unknown', () => {
    const journey = journeyOf({
      ...delivered,
      telegramDeliveryStatus: 'failed',
      firstAttemptAt: null,
      deliveredAt: null,
    })

    expect(journey.steps.map(({ kind }) => kind)).toEqual(['fired', 'received', 'failed'])
    expect(journey.steps.at(-1)?.at).toBeNull()
    expect(journey.total).toBeNull()
  })
})

describe('the attempts of an alert', () => {
  const numbered = (times: Parameters<typeof journeyOf>[0]) =>
    journeyOf(times).steps.map(({ kind, nth, attempt }) => [kind, nth, attempt?.reason ?? null])

  it('are steps, numbered if they count; the wait between them is longest', () => {
    const alert = {
      ...delivered,
      firedAt: null,
      deliveredAt: '2026-11-19T15:42:13.600Z',
      retryAttempts: 3,
      attempts: [failing('07.162'), failing('08.000', { counted: false }), failing('09.300')],
    }

    expect(numbered(alert)).toEqual([
      ['received', null, null],
      ['sent', 1, BUSY],
      ['retried', null, BUSY],
      ['retried', 2, BUSY],
      ['delivered', null, null],
    ])
    const { longest, total, steps } = journeyOf(alert)
    expect(longest).toMatchObject({ kind: 'retried', step: steps.at(-1) })
    expect(total).toEqual({ ms: 6470, approximate: false })
  })

  it('end with the failure, at the time of the last answer', () => {
    const alert = {
      ...delivered,
      telegramDeliveryStatus: 'failed' as const,
      deliveredAt: null,
      retryAttempts: 1,
      reason: BUSY,
      attempts: [failing('07.162')],
    }

    expect(journeyOf(alert).steps.at(-1)).toMatchObject({
      kind: 'failed',
      at: '2026-11-19T15:42:07.282Z',
      ms: 120,
    })
    expect(journeyOf({ ...alert, reason: 'Descartada.' }).steps.at(-1)?.at).toBeNull()
  })

  it('keep their place before a resend, as does an earlier delivery', () => {
    const arrived = { ...failing('09.000'), reason: null, counted: false, ms: 0, messageIds: [7] }
    const alert = {
      ...delivered,
      resentAt: '2026-11-19T15:50:00.000Z',
      firstAttemptAt: '2026-11-19T15:50:00.010Z',
      deliveredAt: '2026-11-19T15:50:00.500Z',
      attempts: [failing('07.162'), arrived],
    }

    expect(numbered(alert)).toEqual([
      ['fired', null, null],
      ['received', null, null],
      ['retried', null, BUSY],
      ['delivered', null, null],
      ['resent', null, null],
      ['sent', 1, null],
      ['delivered', null, null],
    ])
    expect(journeyOf(alert).total).toEqual({ ms: 500, approximate: false })
  })

  it('begin with the first one even if the log no longer has it', () => {
    const alert = { ...delivered, retryAttempts: 3, attempts: [failing('09.300')] }

    expect(numbered(alert).slice(2, 4)).toEqual([
      ['sent', 1, null],
      ['retried', 2, BUSY],
    ])
  })

  it('have no number if an outage took back their count', () => {
    const alert = {
      ...delivered,
      telegramDeliveryStatus: 'pending' as const,
      deliveredAt: null,
      retryAttempts: 0,
      attempts: [failing('07.162')],
    }

    expect(numbered(alert)[2]).toEqual(['sent', null, BUSY])
  })
})

describe('the longest step', () => {
  it('has its share of the total', () => {
    const { longest } = journeyOf({ ...delivered, deliveredAt: '2026-11-19T15:42:16.161Z' })

    expect(longest?.kind).toBe('delivered')
    expect(longest?.share).toBeCloseTo(0.886, 3)
  })

  it('is null for a delivery within a second', () => {
    expect(journeyOf({ ...delivered, firedAt: null }).longest).toBeNull()
  })
})
