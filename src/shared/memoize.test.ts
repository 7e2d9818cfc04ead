import { expect, it, vi } from 'vitest'
import { memoize } from './memoize.ts'

it('makes each result once', () => {
  const make = vi.fn((text: string) => ({ text }))
  const made = memoize(make, 100)
  expect(made('a')).toBe(made('a'))
  expect(made('')).toBe(made(''))
  expect(made('b')).toEqual({ text: 'b' })
  expect(make.mock.calls).toEqual([['a'], [''], ['b']])
})

it('forgets the oldest texts when together they exceed the limit', () => {
  const make = vi.fn((text: string) => text.toUpperCase())
  const made = memoize(make, 6)
  for (const text of ['abc', 'def', 'g', 'def', 'abc']) expect(made(text)).toBe(text.toUpperCase())
  expect(make.mock.calls.flat()).toEqual(['abc', 'def', 'g', 'abc'])
})

it('does not cache a text longer than the limit', () => {
  const make = vi.fn((text: string) => text.length.toString())
  const made = memoize(make, 2)
  for (const text of ['a', 'abc', 'abc', 'a']) expect(made(text)).toBe(text.length.toString())
  expect(make.mock.calls.flat()).toEqual(['a', 'abc', 'abc'])
})

it('tries again after a failure', () => {
  let times = 0
  const made = memoize(text => {
    times += 1
    if (times === 1) throw new Error('not yet')
    return text
  }, 100)
  expect(() => made('a')).toThrow('not yet')
  expect(made('a')).toBe('a')
})

it('makes 10,000 texts once each and still knows the last ten', () => {
  const make = vi.fn((text: string) => text)
  const made = memoize(make, 40)
  for (let nth = 0; nth < 10_000; nth += 1) made(String(nth).padStart(4, '0'))
  for (let nth = 9_990; nth < 10_000; nth += 1) made(String(nth))
  expect(make).toHaveBeenCalledTimes(10_000)
})
