import { expect, it } from 'vitest'
import { foldNumbers, groupPage } from './group-page.ts'

const NOW = 1_000_000
const tooNew = { from: NOW - 10, to: NOW }
const row = (id: string, name: string, at: number) => [id, 'ana', 'oro', name, 'Oro H1', at]
const read = (...rows: ReturnType<typeof row>[]) =>
  groupPage({ page: JSON.stringify(rows), isFull: true, tooNew })

it('groups firings by name, in order of time', () => {
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

it('reads past alerts without a name of their own', () => {
  expect(read(row('a', 'Alerta de Oro H1', 1))).toEqual({ last: 'a', fired: [], isBehind: true })
})

it('ends before alerts so recent that earlier ones may still be written', () => {
  const { fired, last, isBehind } = read(
    row('a', 'Cruce', 1),
    row('b', 'Cruce', NOW - 5),
    row('c', 'Cruce', 2),
  )
  expect(fired.map(({ firings }) => firings)).toEqual([[1]])
  expect({ last, isBehind }).toEqual({ last: 'a', isBehind: false })
  expect(read(row('a', 'Cruce', NOW)).last).toBeUndefined()
})

it('reads past alerts that a clock dated ahead', () => {
  const { fired, last } = read(row('a', 'Cruce', NOW + 1), row('b', 'Cruce', 1))
  expect(fired.map(({ firings }) => firings)).toEqual([[1]])
  expect(last).toBe('b')
})

it('folds a number and its separators into one #', () => {
  expect(foldNumbers('BTC 4,130.5 cruza EMA 20 en 1h')).toBe('BTC # cruza EMA # en #h')
})
