import { describe, expect, it } from 'vitest'
import { Slots } from './slots.ts'

describe('Slots', () => {
  it('puts values in place of their marks, whatever is beside them', () => {
    const slots = new Slots()
    const marks = Array.from({ length: 3000 }, (_, number) =>
      slots.add({ text: `${number}`, isPlaceholder: false }),
    )
    expect(slots.inText(`😀${marks[0]}${marks[2999]}😀${marks[1024]}a`)).toBe('😀02999😀1024a')
  })

  it('encodes values inside an address', () => {
    const slots = new Slots()
    const mark = slots.add({ text: 'a/b?c&d é\u{d800}', isPlaceholder: false })
    expect(slots.inAddress(`https://x.y/?q=${mark}:z`)).toBe(
      'https://x.y/?q=a%2Fb%3Fc%26d%20%C3%A9%EF%BF%BD:z',
    )
  })

  it('accepts a value as the whole address if it is valid', () => {
    const slots = new Slots()
    const address = slots.add({ text: 'https://x.y/z?a=b', isPlaceholder: false })
    const script = slots.add({ text: 'javascript:x', isPlaceholder: false })
    expect(slots.inAddress(` ${address} `)).toBe('https://x.y/z?a=b')
    expect(slots.inAddress(script)).toBeUndefined()
  })

  it('leaves a placeholder without a value in an address unencoded', () => {
    const slots = new Slots()
    const mark = slots.add({ text: '{{x}}', isPlaceholder: true })
    expect(slots.inAddress(`https://x.y/${mark}`)).toBe('https://x.y/{{x}}')
  })
})
