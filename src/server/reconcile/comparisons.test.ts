import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { packRows, unpackComparison } from '#shared/reconciliation/pack.ts'
import { migratedPlace } from '../../../tests/support/test-place.ts'
import { Comparisons } from './comparisons.ts'

const rows = packRows([
  { at: 1_000, exact: 1, repaired: 0, named: 0, series: 1, name: 1, claim: 'sent' },
])

it('aborts a running and a queued comparison, then runs the next one', async () => {
  await using stage = await migratedPlace()
  await using comparisons = new Comparisons(stage.place)
  const leaves = new AbortController()
  const underWay = comparisons.compare('marta', rows, leaves.signal)
  const before = comparisons.compare('marta', rows, leaves.signal)
  const next = comparisons.compare('marta', rows)
  await nextTurn()
  leaves.abort()
  await Promise.all([
    expect(underWay).rejects.toThrow('the thread has ended'),
    expect(before).rejects.toThrow('aborted'),
  ])
  const report = await unpackComparison(await next)
  expect(report.rows.map(({ doubt }) => doubt)).toEqual(['not-ours'])
})
