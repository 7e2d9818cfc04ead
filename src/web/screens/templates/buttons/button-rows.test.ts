import { describe, expect, it } from 'vitest'
import {
  added,
  type Direction,
  moved,
  type Place,
  type Rows,
  removed,
  replaced,
} from './button-rows.ts'

const rowsOf = (text: string): Rows<string> => text.split('/').map(row => [...row])
const textOf = (rows: Rows<string>): string => rows.map(row => row.join('')).join('/')

/** «ab/c» after moving «a», with an upper-case letter in the place that was returned. */
function outcome(rows: string, thing: string, direction: Direction): string | undefined {
  const from = placeOf(rowsOf(rows), thing)
  const next = moved(rowsOf(rows), from, direction)
  return next && textOf(replaced(next.rows, next.place, thing.toUpperCase()))
}

function placeOf(rows: Rows<string>, thing: string): Place {
  const row = rows.findIndex(things => things.includes(thing))
  return { row, column: rows[row]?.indexOf(thing) ?? -1 }
}

describe('buttons in rows', () => {
  it('are added two to a row', () => {
    expect(added([], 'a')).toEqual({ rows: [['a']], place: { row: 0, column: 0 } })
    expect(added([['a']], 'b')).toEqual({ rows: [['a', 'b']], place: { row: 0, column: 1 } })
    expect(added([['a', 'b']], 'c')).toEqual({
      rows: [['a', 'b'], ['c']],
      place: { row: 1, column: 0 },
    })
  })

  it('leave no empty row behind', () => {
    expect(removed(rowsOf('ab/c'), { row: 1, column: 0 })).toEqual([['a', 'b']])
    expect(removed(rowsOf('ab/c'), { row: 0, column: 0 })).toEqual([['b'], ['c']])
    expect(removed([['a']], { row: 0, column: 0 })).toEqual([])
  })

  it('swap places within a row', () => {
    expect(outcome('abc', 'b', 'left')).toBe('Bac')
    expect(outcome('abc', 'b', 'right')).toBe('acB')
    expect(outcome('abc', 'a', 'left')).toBeUndefined()
    expect(outcome('abc', 'c', 'right')).toBeUndefined()
  })

  it('move up or down into a row of their own', () => {
    expect(outcome('abc', 'b', 'up')).toBe('B/ac')
    expect(outcome('abc', 'b', 'down')).toBe('ac/B')
    expect(outcome('x/ab/y', 'a', 'down')).toBe('x/b/A/y')
  })

  it('move from a row of their own into the next row', () => {
    expect(outcome('ab/c', 'c', 'up')).toBe('abC')
    expect(outcome('c/ab', 'c', 'down')).toBe('Cab')
    expect(outcome('c/ab', 'c', 'up')).toBeUndefined()
    expect(outcome('ab/c', 'c', 'down')).toBeUndefined()
  })

  it('reach all 192 arrangements by moves', () => {
    const start = 'ab/cd'
    const seen = new Set([start])
    const open = [start]
    for (let text = open.pop(); text !== undefined; text = open.pop()) {
      for (const thing of 'abcd')
        for (const direction of ['left', 'right', 'up', 'down'] as const) {
          const next = outcome(text, thing, direction)?.toLowerCase()
          if (next === undefined || seen.has(next)) continue
          seen.add(next)
          open.push(next)
        }
    }
    // Four things have 24 orders, and each order 8 ways of ending rows.
    expect(seen.size).toBe(24 * 8)
  })
})
