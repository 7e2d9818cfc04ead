import { describe, expect, it } from 'vitest'
import { MAX_TAG_LENGTH } from '#shared/limits.ts'
import { tagTexts, tooLong } from '#shared/texts.ts'
import { checkNewName, matchingTags } from './tag-names.ts'

const cripto = { name: 'cripto', connections: 3 }
const indices = { name: 'Índices', connections: 1 }
const odd = { name: '50%/día', connections: 1 }
const all = [cripto, indices, odd]

describe('searching tags', () => {
  it('keeps all of them without a text', () => {
    expect(matchingTags(all, '  ')).toEqual(all)
  })

  it('finds a part of the name, whatever its case and accents', () => {
    expect(matchingTags(all, 'RIP')).toEqual([cripto])
    expect(matchingTags(all, 'indi')).toEqual([indices])
    expect(matchingTags(all, 'DIA')).toEqual([odd])
  })

  it('takes signs as they are', () => {
    expect(matchingTags(all, '%/')).toEqual([odd])
    expect(matchingTags(all, '.')).toEqual([])
  })
})

const renaming = { tag: 'cripto', tags: ['cripto', 'forex'] }

describe('the new name of a tag', () => {
  it('is fine when it is another one', () => {
    expect(checkNewName('criptomonedas', renaming)).toBeNull()
    expect(checkNewName('Cripto', renaming)).toBeNull()
  })

  it('is not empty', () => {
    expect(checkNewName('', renaming)).toBe(tagTexts.empty)
    expect(checkNewName('   ', renaming)).toBe(tagTexts.empty)
  })

  it('is not the one that it has, spaces around it or not', () => {
    expect(checkNewName(' cripto ', renaming)).toBe(tagTexts.unchanged)
  })

  it('is not that of another tag', () => {
    expect(checkNewName('forex ', renaming)).toBe(tagTexts.taken)
    expect(checkNewName('Forex', renaming)).toBe(tagTexts.taken)
    expect(checkNewName('Oro', { tag: 'oro', tags: ['Oro', 'oro'] })).toBe(tagTexts.taken)
  })

  it('is not longer than tags may be', () => {
    expect(checkNewName('x'.repeat(MAX_TAG_LENGTH), renaming)).toBeNull()
    expect(checkNewName('x'.repeat(MAX_TAG_LENGTH + 1), renaming)).toBe(tooLong(MAX_TAG_LENGTH))
  })
})
