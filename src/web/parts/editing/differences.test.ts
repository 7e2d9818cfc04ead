import { describe, expect, it } from 'vitest'
import { differing, linesBeside } from './differences.ts'

describe('two edits of one thing', () => {
  it('are told by what they do not agree on', () => {
    const name = { label: 'Nombre', mine: 'Oro', theirs: 'Oro' }
    const notes = { label: 'Notas', mine: 'a', theirs: '' }
    expect(differing([name, notes])).toEqual([notes])
  })

  it('are set beside each other line by line', () => {
    expect(linesBeside('uno\ndos\n', 'uno\ntres\n')).toEqual([
      { line: 'uno', isOwn: false },
      { line: 'dos', isOwn: true },
      { line: '', isOwn: false },
    ])
    expect(linesBeside('uno', 'dos')).toEqual([{ line: 'uno', isOwn: false }])
  })
})
