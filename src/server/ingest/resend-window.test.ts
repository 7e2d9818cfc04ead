import { beforeEach, expect, it } from 'vitest'
import { type ReadBody, readBody } from '#shared/body/read-body.ts'
import { ResendWindow } from './resend-window.ts'

const bodyOf = (text: string): ReadBody => {
  const body = readBody(text)
  if (!body) throw new Error('an empty body')
  return body
}
const buy = bodyOf('{"action":"buy"}')

let resends: ResendWindow
beforeEach(() => {
  resends = new ResendWindow()
})

it('recognises a resend, once', () => {
  resends.remember('one', buy, { alertId: 'a', since: 1_000 })
  expect(resends.matchResend('one', bodyOf('{"action":"buy"}'), 6_000)).toBe('a')
  expect(resends.matchResend('one', buy, 6_000)).toBeNull()
})

it('matches equal alerts in their order', () => {
  resends.remember('one', buy, { alertId: 'a', since: 1_000 })
  resends.remember('one', buy, { alertId: 'b', since: 1_001 })
  expect([1, 2, 3].map(() => resends.matchResend('one', buy, 6_000))).toEqual(['a', 'b', null])
})

it('matches neither another connection nor another body', () => {
  resends.remember('one', buy, { alertId: 'a', since: 1_000 })
  expect(resends.matchResend('two', buy, 6_000)).toBeNull()
  expect(resends.matchResend('one', bodyOf('{"action":"sell"}'), 6_000)).toBeNull()
})

it('forgets an alert when the window is over', () => {
  resends.remember('one', buy, { alertId: 'a', since: 1_000 })
  resends.remember('one', bodyOf('later'), { alertId: 'b', since: 2_000 })
  expect(resends.matchResend('one', buy, 31_000)).toBeNull()
  expect(resends.matchResend('one', bodyOf('later'), 31_000)).toBe('b')
})
