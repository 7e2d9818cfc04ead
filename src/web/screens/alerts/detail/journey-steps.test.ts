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
} as const

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

  it('begins with the receipt when the payload carries no clock, and is exact then', () => {
    const times = { ...delivered, firedAt: null }

    expect(told(times)).toEqual([
      ['received', null],
      ['sent', '31'],
      ['delivered', '581'],
    ])
    expect(journeyOf(times).total).toEqual({ ms: 612, approximate: false })
  })

  it('shows the bar, whose age is no part of the delivery', () => {
    const times = { ...delivered, barTime: '2026-11-19T15:40:00.000Z' }

    expect(told(times).slice(0, 3)).toEqual([
      ['bar', null],
      ['fired', '≈ 126000'],
      ['received', '≈ 1130'],
    ])
    expect(journeyOf(times).total?.ms).toBe(1742)
    expect(journeyOf(times).longest?.kind).toBe('received')
  })

  it('counts from when it was sent again, however long ago it came', () => {
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

  it('measures nothing between clocks that disagree', () => {
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

  it('ends with the failure, of which no time is known', () => {
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

describe('the longest step', () => {
  it('is told with its share', () => {
    const { longest } = journeyOf({ ...delivered, deliveredAt: '2026-11-19T15:42:16.161Z' })

    expect(longest?.kind).toBe('delivered')
    expect(longest?.share).toBeCloseTo(0.886, 3)
  })

  it('is not worth a word when it was all over within a second', () => {
    expect(journeyOf({ ...delivered, firedAt: null }).longest).toBeNull()
  })
})
