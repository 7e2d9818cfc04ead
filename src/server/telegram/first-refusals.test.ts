import { expect, it } from 'vitest'
import { FirstRefusals } from './first-refusals.ts'

const topic = (topic_id: number | null) => ({ lane: 'ana:1:2', topic_id })

it('doubts the first refusal of a topic and believes the second one 3 s later', () => {
  const refusals = new FirstRefusals(3_000)
  expect(refusals.isFirst('topic_not_found', topic(7), 0)).toBe(true)
  expect(refusals.isFirst('topic_not_found', topic(9), 10)).toBe(true)
  expect(refusals.isFirst('topic_not_found', topic(7), 3_000)).toBe(false)
  expect(refusals.isFirst('topic_not_found', topic(7), 3_010)).toBe(true)
})

it('counts two refusals 50 ms apart as one', () => {
  const refusals = new FirstRefusals(3_000)
  refusals.isFirst('topic_not_found', topic(null), 0)
  expect(refusals.isFirst('topic_not_found', topic(null), 50)).toBe(true)
  expect(refusals.isFirst('topic_not_found', topic(null), 3_000)).toBe(false)
})

it('forgets a refusal after a minute, or once a message arrives', () => {
  const refusals = new FirstRefusals(3_000)
  refusals.isFirst('topic_not_found', topic(7), 0)
  expect(refusals.isFirst('topic_not_found', topic(7), 61_000)).toBe(true)
  refusals.arrived(topic(7))
  expect(refusals.isFirst('topic_not_found', topic(7), 64_000)).toBe(true)
})

it('believes any other refusal at once', () => {
  const refusals = new FirstRefusals(3_000)
  expect(refusals.isFirst('bot_blocked', topic(null), 0)).toBe(false)
})
