import { describe, expect, it } from 'vitest'
import { keyName } from './read-key.ts'
import { shortcutGroups } from './shortcuts.ts'

const named = (key: string, ...modifiers: ('ctrl' | 'meta' | 'shift' | 'alt' | 'AltGraph')[]) =>
  keyName({
    key,
    ctrlKey: modifiers.includes('ctrl'),
    metaKey: modifiers.includes('meta'),
    shiftKey: modifiers.includes('shift'),
    altKey: modifiers.includes('alt'),
    getModifierState: state => modifiers.some(one => one === state),
  })

describe('the name of a key', () => {
  it('is the character that it types, in lower case', () => {
    expect(named('j')).toBe('j')
    // With caps lock.
    expect(named('J')).toBe('j')
    expect(named('?', 'shift')).toBe('?')
    // On a Spanish keyboard.
    expect(named('/', 'shift')).toBe('/')
    expect(named('ArrowDown')).toBe('ArrowDown')
  })

  it('begins with mod+ for Ctrl and ⌘', () => {
    expect(named('k', 'ctrl')).toBe('mod+k')
    expect(named('K', 'meta')).toBe('mod+k')
    expect(named('Enter', 'ctrl')).toBe('mod+Enter')
  })

  it('is undefined with Alt, AltGr, or Shift on letters and arrows', () => {
    for (const modifiers of [['alt'], ['AltGraph', 'ctrl'], ['shift'], ['ctrl', 'shift']] as const)
      expect(named('r', ...modifiers)).toBeUndefined()
    expect(named('ArrowDown', 'shift')).toBeUndefined()
  })
})

it('binds each key at most once per place, and leaves g free', () => {
  for (const place of ['page', 'dialog']) {
    const names = shortcutGroups
      .filter(({ over = place }) => over === place)
      .flatMap(({ shortcuts }) => shortcuts)
      .flatMap(({ keys, act }) => (act ? keys : []))
    expect(names).toEqual([...new Set(names)])
    expect(names).not.toContain('g')
  }
})
