import { expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { RefusalAggregator } from './refusal-aggregator.ts'
import type { Refusal } from './report-refusal.ts'

it('reports the first refusal of a flood at once, the others together on disposal', async () => {
  const told: Refusal[] = []
  const report = async (refusal: Refusal) => void told.push(refusal)
  {
    await using refusals = new RefusalAggregator(report, createLog({ level: 'silent' }))
    for (let nth = 1; nth <= 10_000; nth += 1)
      refusals.add({ addressId: 'oro', code: 'over-rate', from: `10.0.0.${nth % 256}` })
    refusals.add({ addressId: 'oro', code: 'queue-full' })
    refusals.add({ addressId: 'plata', code: 'over-rate' })
    expect(told).toEqual([
      { addressId: 'oro', code: 'over-rate', from: '10.0.0.1', count: 1 },
      { addressId: 'oro', code: 'queue-full', count: 1 },
      { addressId: 'plata', code: 'over-rate', count: 1 },
    ])
  }
  expect(told.slice(3)).toEqual([
    { addressId: 'oro', code: 'over-rate', from: '10.0.0.16', count: 9_999 },
  ])
})
