import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { nextStop } from './tab-stops.ts'

const ranges = [
  { from: 2, to: 4 },
  { from: 6, to: 8 },
]
const at = (anchor: number, head = anchor) =>
  nextStop(EditorState.create({ doc: '0123456789', selection: { anchor, head } }), ranges)

it('returns the next range, or -1 after the last one', () => {
  expect(at(0)).toBe(0)
  expect(at(2)).toBe(0)
  expect(at(2, 4)).toBe(1)
  expect(at(4)).toBe(1)
  expect(at(6, 8)).toBe(-1)
  expect(at(10)).toBe(-1)
})
