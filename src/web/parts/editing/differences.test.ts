import { describe, expect, it } from 'vitest'
import { differing, linesBeside } from './differences.ts'

describe('two edits of an item', () => {
  it('are compared by the fields in which they differ', () => {
    const name = { label: 'Nombre', mine: 'Oro', theirs: 'Oro' }
    const notes = { label: 'Notas', mine: 'a', theirs: '' }
    expect(differing([name, notes])).toEqual([notes])
  })

  it('are compared line by line, unless both are single lines', () => {
    expect(linesBeside('uno\ndos\n', 'uno\ntres\n')).toEqual([
      { line: 'uno', isOwn: false },
      { line: 'dos', isOwn: true },
      { line: '', isOwn: false },
    ])
    expect(linesBeside('uno', 'dos')).toEqual([{ line: 'uno', isOwn: false }])
  })
})
