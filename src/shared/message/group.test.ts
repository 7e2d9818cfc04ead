import { expect, it } from 'vitest'
import { GROUP_SEPARATOR, MessageGroup } from './group.ts'
import { plainMessage, type RichMessage } from './rich-message.ts'

const bold = (text: string): RichMessage => ({
  text,
  entities: [{ type: 'bold', offset: 0, length: text.length }],
})

const room = 4096 - GROUP_SEPARATOR.length

it('puts alerts below each other, each with its own formatting', () => {
  const group = new MessageGroup(bold('uno'))
  expect([group.add(bold('dos')), group.add(bold('tres'))]).toEqual([true, true])
  const step = 3 + GROUP_SEPARATOR.length
  expect(group.joined()).toEqual({
    text: ['uno', 'dos', 'tres'].join(GROUP_SEPARATOR),
    entities: [
      { type: 'bold', offset: 0, length: 3 },
      { type: 'bold', offset: step, length: 3 },
      { type: 'bold', offset: 2 * step, length: 4 },
    ],
  })
})

it.each([
  ['4096 code points', plainMessage('😀'.repeat(room - 1)), true],
  ['one more', plainMessage('a'.repeat(room)), false],
  ['100 entities', { text: 'a', entities: Array(99).fill(bold('a').entities[0]) }, true],
  ['101 entities', { text: 'a', entities: Array(100).fill(bold('a').entities[0]) }, false],
])('knows whether %s fit one message', (_what, message, fits) => {
  const group = new MessageGroup(bold('a'))
  const before = group.joined()
  expect(group.add(message)).toBe(fits)
  if (!fits) expect(group.joined()).toEqual(before)
})

it('adds no alert to a message that is too long by itself', () => {
  const group = new MessageGroup(plainMessage('a'.repeat(5000)))
  expect(group.add(plainMessage('b'))).toBe(false)
  expect(group.joined().text).toHaveLength(5000)
})

it('counts no separator beside an empty message', () => {
  const group = new MessageGroup(plainMessage(''))
  expect(group.add(plainMessage('a'.repeat(4096)))).toBe(true)
  expect(group.add(plainMessage(''))).toBe(true)
  expect(group.joined().text).toBe('a'.repeat(4096))
})
