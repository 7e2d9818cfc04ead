import { describe, expect, it } from 'vitest'
import { createFloodLimits } from './flood-limits.ts'

const person = { id: 1, type: 'private' } as const
const group = { id: -1, type: 'group' } as const

function atHand(speed = 1) {
  const clock = { now: 1000 }
  return { clock, admit: createFloodLimits(speed, () => clock.now) }
}

describe('flood limits', () => {
  it('let five pass at once in a private chat and three in a group, then one a second', () => {
    const { clock, admit } = atHand()
    expect(Array.from({ length: 6 }, () => admit('bot', person))).toEqual([0, 0, 0, 0, 0, 1])
    expect(Array.from({ length: 4 }, () => admit('bot', group))).toEqual([0, 0, 0, 1])
    clock.now += 1000
    expect([admit('bot', person), admit('bot', person)]).toEqual([0, 1])
  })

  it('let twenty a minute pass in a group, and say how long to wait', () => {
    const { clock, admit } = atHand()
    for (let sent = 0; sent < 20; sent += 1) {
      expect(admit('bot', group)).toBe(0)
      clock.now += 1000
    }
    expect(admit('bot', group)).toBe(40)
    clock.now += 40_000
    expect(admit('bot', group)).toBe(0)
  })

  it('let each bot send thirty a second over all its chats', () => {
    const { admit } = atHand()
    const everyone = Array.from({ length: 31 }, (_, id) => ({ id, type: 'private' as const }))
    expect(everyone.map(chat => admit('bot', chat))).toEqual([...Array(30).fill(0), 1])
    expect(admit('other', person)).toBe(0)
  })

  it('run faster with a higher speed', () => {
    const { clock, admit } = atHand(20)
    for (let sent = 0; sent < 3; sent += 1) admit('bot', group)
    expect(admit('bot', group)).toBe(1)
    clock.now += 50
    expect(admit('bot', group)).toBe(0)
  })
})
