import { describe, expect, it } from 'vitest'
import { MAX_TAG_LENGTH } from '#shared/limits.ts'
import { tooLong } from '#shared/texts/limits.ts'
import { tagTexts } from '#shared/texts/tags.ts'
import { checkNewName, matchingTags } from './tag-names.ts'

const cripto = { name: 'cripto', connections: 3 }
const indices = { name: 'Índices', connections: 1 }
const odd = { name: '50%/día', connections: 1 }
const all = [cripto, indices, odd]

describe('searching tags', () => {
  it('keeps all tags without a text', () => {
    expect(matchingTags(all, '  ')).toEqual(all)
  })

  it('matches part of a name, ignoring case and accents', () => {
    expect(matchingTags(all, 'RIP')).toEqual([cripto])
    expect(matchingTags(all, 'indi')).toEqual([indices])
    expect(matchingTags(all, 'DIA')).toEqual([odd])
  })

  it('matches signs literally', () => {
    expect(matchingTags(all, '%/')).toEqual([odd])
    expect(matchingTags(all, '.')).toEqual([])
  })
})

const renaming = { tag: 'cripto', tags: ['cripto', 'forex'] }

describe('the new name of a tag', () => {
  it('is accepted if it differs, even only in case', () => {
    expect(checkNewName('criptomonedas', renaming)).toBeNull()
    expect(checkNewName('Cripto', renaming)).toBeNull()
  })

  it('must not be blank', () => {
    expect(checkNewName('', renaming)).toBe(tagTexts.empty)
    expect(checkNewName('   ', renaming)).toBe(tagTexts.empty)
  })

  it('must differ from the old one by more than outer spaces', () => {
    expect(checkNewName(' cripto ', renaming)).toBe(tagTexts.unchanged)
  })

  it('must not be the name of another tag, in any case', () => {
    expect(checkNewName('forex ', renaming)).toBe(tagTexts.taken)
    expect(checkNewName('Forex', renaming)).toBe(tagTexts.taken)
    expect(checkNewName('Oro', { tag: 'oro', tags: ['Oro', 'oro'] })).toBe(tagTexts.taken)
  })

  it('must not exceed the maximum length', () => {
    expect(checkNewName('x'.repeat(MAX_TAG_LENGTH), renaming)).toBeNull()
    expect(checkNewName('x'.repeat(MAX_TAG_LENGTH + 1), renaming)).toBe(tooLong(MAX_TAG_LENGTH))
  })
})
