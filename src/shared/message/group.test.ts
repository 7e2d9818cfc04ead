import { expect, it } from 'vitest'
import { fitsOneMessage, GROUP_SEPARATOR, groupMessages } from './group.ts'
import type { RichMessage } from './rich-message.ts'

const bold = (text: string): RichMessage => ({
  text,
  entities: [{ type: 'bold', offset: 0, length: text.length }],
})

it('puts alerts below each other, each with its own formatting', () => {
  expect(groupMessages([bold('uno'), bold('dos')])).toEqual({
    text: `uno${GROUP_SEPARATOR}dos`,
    entities: [
      { type: 'bold', offset: 0, length: 3 },
      { type: 'bold', offset: 3 + GROUP_SEPARATOR.length, length: 3 },
    ],
  })
})

it.each([
  ['4096 code points', { text: '😀'.repeat(4096), entities: [] }, true],
  ['one more', { text: 'a'.repeat(4097), entities: [] }, false],
  ['100 entities', { text: 'a', entities: Array(100).fill(bold('a').entities[0]) }, true],
  ['101 entities', { text: 'a', entities: Array(101).fill(bold('a').entities[0]) }, false],
])('knows whether %s fit one message', (_what, message, fits) => {
  expect(fitsOneMessage(message)).toBe(fits)
})
