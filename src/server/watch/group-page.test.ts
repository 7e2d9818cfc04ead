import { expect, it } from 'vitest'
import { foldNumbers, groupPage } from './group-page.ts'

const NOW = 1_000_000
const tooNew = { from: NOW - 10, to: NOW }
const row = (id: string, name: string, at: number) => [id, 'ana', 'oro', name, 'Oro H1', at]
const read = (...rows: ReturnType<typeof row>[]) =>
  groupPage({ page: JSON.stringify(rows), isFull: true, tooNew })

it('puts together what fired under one name, in the order of time', () => {
  const { fired, last, isBehind } = read(
    row('a', 'Cruce 20', 3),
    row('b', 'Ruptura', 2),
    row('c', 'Cruce 20', 1),
  )
  expect(fired.map(({ name, firings }) => [name, firings])).toEqual([
    ['Cruce 20', [1, 3]],
    ['Ruptura', [2]],
  ])
  expect(fired[0]).toMatchObject({ folded: 'Cruce #', connection_name: 'Oro H1' })
  expect({ last, isBehind }).toEqual({ last: 'c', isBehind: true })
})

it('reads past what brought no name, and makes nothing of it', () => {
  expect(read(row('a', 'Alerta de Oro H1', 1))).toEqual({ last: 'a', fired: [], isBehind: true })
})

it('ends before what came so lately that one before it may be written yet', () => {
  const { fired, last, isBehind } = read(
    row('a', 'Cruce', 1),
    row('b', 'Cruce', NOW - 5),
    row('c', 'Cruce', 2),
  )
  expect(fired.map(({ firings }) => firings)).toEqual([[1]])
  expect({ last, isBehind }).toEqual({ last: 'a', isBehind: false })
  expect(read(row('a', 'Cruce', NOW)).last).toBeUndefined()
})

it('reads past what a clock dated that was ahead', () => {
  const { fired, last } = read(row('a', 'Cruce', NOW + 1), row('b', 'Cruce', 1))
  expect(fired.map(({ firings }) => firings)).toEqual([[1]])
  expect(last).toBe('b')
})

it('takes a number with its separators for one', () => {
  expect(foldNumbers('BTC 4,130.5 cruza EMA 20 en 1h')).toBe('BTC # cruza EMA # en #h')
})
