import { describe, expect, it } from 'vitest'
import { journeyOf } from './journey-steps.ts'

const delivered = {
  telegramDeliveryStatus: 'success',
  firedAt: '2026-11-19T15:42:06.000Z',
  timestamp: '2026-11-19T15:42:07.130Z',
  firstAttemptAt: '2026-11-19T15:42:07.161Z',
  deliveredAt: '2026-11-19T15:42:07.742Z',
  nextAttemptAt: null,
} as const

const told = (times: Parameters<typeof journeyOf>[0]) =>
  journeyOf(times).steps.map(({ kind, ms, approximate }) => [
    kind,
    ms === null ? null : `${approximate ? '≈ ' : ''}${ms}`,
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

  it('measures nothing between clocks that disagree', () => {
    const times = { ...delivered, firedAt: '2026-11-19T15:42:09.000Z' }

    expect(told(times).slice(0, 2)).toEqual([
      ['fired', null],
      ['received', null],
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

    expect(journey.steps.at(-1)).toMatchObject({ kind: 'waiting', at: '2026-11-19T15:42:11.000Z' })
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
