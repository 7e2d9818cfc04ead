import { beforeEach, expect, it } from 'vitest'
import { type ReadBody, readBody } from '#shared/body/read-body.ts'
import { Doubts } from './resend-window.ts'

const bodyOf = (text: string): ReadBody => {
  const body = readBody(text)
  if (!body) throw new Error('an empty body')
  return body
}
const buy = bodyOf('{"action":"buy"}')

let doubts: Doubts
beforeEach(() => {
  doubts = new Doubts()
})

it('knows what is sent again, once', () => {
  doubts.remember('one', buy, { alertId: 'a', since: 1_000 })
  expect(doubts.take('one', bodyOf('{"action":"buy"}'), 6_000)).toBe('a')
  expect(doubts.take('one', buy, 6_000)).toBeNull()
})

it('takes equal alerts in their order', () => {
  doubts.remember('one', buy, { alertId: 'a', since: 1_000 })
  doubts.remember('one', buy, { alertId: 'b', since: 1_001 })
  expect([1, 2, 3].map(() => doubts.take('one', buy, 6_000))).toEqual(['a', 'b', null])
})

it('takes nothing else for it', () => {
  doubts.remember('one', buy, { alertId: 'a', since: 1_000 })
  expect(doubts.take('two', buy, 6_000)).toBeNull()
  expect(doubts.take('one', bodyOf('{"action":"sell"}'), 6_000)).toBeNull()
})

it('forgets what nobody sends again any more', () => {
  doubts.remember('one', buy, { alertId: 'a', since: 1_000 })
  doubts.remember('one', bodyOf('later'), { alertId: 'b', since: 2_000 })
  expect(doubts.take('one', buy, 31_000)).toBeNull()
  expect(doubts.take('one', bodyOf('later'), 31_000)).toBe('b')
})
