import { expect, it } from 'vitest'
import { WebhookRate } from './webhook-rate.ts'

it('allows a burst of five seconds’ worth, and then the steady rate', () => {
  const rate = new WebhookRate(2)
  const taken = (now: number) =>
    Array.from({ length: 100 }, () => rate.take('oro', now)).filter(Boolean).length
  expect(taken(1_000)).toBe(10)
  expect(taken(1_499)).toBe(0)
  expect(taken(1_500)).toBe(1)
  expect(taken(3_000)).toBe(3)
  expect(taken(60_000)).toBe(10)
})

it('limits each connection on its own', () => {
  const rate = new WebhookRate(1)
  for (const _ of Array(100)) rate.take('oro', 0)
  expect(rate.take('oro', 0)).toBe(false)
  expect(rate.take('plata', 0)).toBe(true)
})
