import { describe, expect, it } from 'vitest'
import { formattedParts } from '../../../tests/support/formatted-parts.ts'
import { maskConnectionId, showsSecret } from './mask-connection-id.ts'

const id = '0123456789abcdef'

describe('maskConnectionId', () => {
  it('cuts the id in text, addresses and languages, and moves the entities', () => {
    const message = {
      text: `a ${id} b ${id} c`,
      entities: [
        { type: 'bold' as const, offset: 0, length: 1 },
        { type: 'text_link' as const, offset: 2, length: 16, url: `https://x.y/${id}?${id}` },
        { type: 'italic' as const, offset: 4, length: 16 },
        { type: 'pre' as const, offset: 21, length: 18, language: id },
      ],
    }
    const masked = maskConnectionId(message, id)
    expect(masked.text).toBe('a 01234567… b 01234567… c')
    expect(formattedParts(masked)).toEqual([
      'bold[a]',
      'text_link[01234567…] https://x.y/01234567%E2%80%A6?01234567%E2%80%A6',
      'italic[234567… b]',
      'pre[01234567… c] 01234567',
    ])
  })

  it('clips entities that begin or end inside the id', () => {
    const entity = (offset: number, length: number) => ({ type: 'bold' as const, offset, length })
    const message = { text: `-${id}-`, entities: [entity(0, 14), entity(5, 13), entity(12, 2)] }
    expect(formattedParts(maskConnectionId(message, id))).toEqual([
      'bold[-01234567…]',
      'bold[4567…-]',
    ])
  })

  it('cuts the id in any case, beside letters whose length depends on case', () => {
    const message = { text: `İİ${id.toUpperCase()} ß`, entities: [] }
    expect(maskConnectionId(message, id).text).toBe('İİ01234567… ß')
    const mixed = { text: 'İ ABCDEFGHIJ', entities: [] }
    expect(maskConnectionId(mixed, 'aBcDeFgHiJ').text).toBe('İ ABCDEFGH…')
  })

  it('leaves a message without the id as it is', () => {
    const message = { text: 'a 01234567 b', entities: [] }
    expect(maskConnectionId(message, id)).toEqual(message)
  })

  it('does not mask a short or empty id', () => {
    const message = { text: 'c1 c1', entities: [] }
    expect(maskConnectionId(message, 'c1')).toEqual(message)
    expect(maskConnectionId(message, '')).toEqual(message)
  })
})

it('finds the id in an address in any case, however often encoded', () => {
  const upper = 'ABCDEF0123456789'
  expect(showsSecret(`https://x.y/?q=${upper}`, upper.toLowerCase())).toBe(true)
  expect(showsSecret('https://x.y/?q=%2541BCDEF0123456789', upper.toLowerCase())).toBe(true)
  for (const code of [`%${'25'.repeat(1_000)}41`, '%2%3541', '%25%32%3541'])
    expect(showsSecret(`https://x.y/?q=${code}BCDEF0123456789`, upper.toLowerCase())).toBe(true)
  expect(showsSecret('https://x.y/?q=ABCDEF012345678', upper.toLowerCase())).toBe(false)
})
