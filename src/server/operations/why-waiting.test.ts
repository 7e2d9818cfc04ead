import { expect, it } from 'vitest'
import { ALL_LANES } from '#server/store/queue/pauses.ts'
import type { LaneHead } from '#server/store/queue/waiting-lanes.ts'
import { goesOnAt, messagesOf, type Surroundings, whyWaiting } from './why-waiting.ts'

const LANE = 'ana:1:-100'
const NOW = Date.parse('2026-11-23T12:00:00.000Z')
const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString()

const head: LaneHead = {
  seq: 1,
  lane: LANE,
  attempts: 0,
  due_at: 0,
  due_wait: 0,
  in_flight: 0,
  error_reason: null,
  lane_waits_until: null,
  lane_wait: null,
  bot_waits_until: null,
  bot_wait: null,
  worker: null,
  silent_since: null,
  silent_seen: null,
  since: NOW - 5_000,
  bytes: 100,
}
const around: Surroundings = {
  now: NOW,
  pauses: new Map(),
  processes: null,
  outageOfAll: null,
  outageWindow: 60_000,
}

const silent = { silent_since: NOW - 9_000, silent_seen: NOW - 1_000 }
const flood = { lane_waits_until: NOW + 43_000, lane_wait: 60_000 }
const floodOfBot = { bot_waits_until: NOW + 50_000, bot_wait: 50_000 }
const retry = { due_at: NOW + 2_000, due_wait: 2_000, attempts: 1, error_reason: 'Se cortó.' }

const cases: [string, Partial<LaneHead>, Partial<Surroundings>, object][] = [
  ['its turn', {}, {}, { kind: 'turn', chat: 'group' }],
  ['its request', { in_flight: 1 }, {}, { kind: 'sending' }],
  ['its next attempt', retry, {}, { kind: 'retry', at: at(2), attempts: 1, reason: 'Se cortó.' }],
  ['its turn after a clock was set', { ...retry, due_at: NOW + 9_000 }, {}, { kind: 'turn' }],
  ['a flood wait', { ...retry, ...flood }, {}, { of: 'chat', seconds: 60, until: at(43) }],
  ['one of the bot', { ...flood, ...floodOfBot }, {}, { of: 'bot', seconds: 50, until: at(50) }],
  ['an outage of its bot', { ...silent, ...flood }, {}, { of: 'bot', givesUpAt: at(55) }],
  ['an outage no longer seen', { ...silent, silent_seen: NOW - 61_000 }, {}, { kind: 'turn' }],
  [
    'an outage of all',
    silent,
    { outageOfAll: NOW },
    { of: 'all', since: at(0), givesUpAt: at(60) },
  ],
  ['one that is not given up', silent, { outageWindow: 0 }, { of: 'bot', givesUpAt: null }],
  ['no process', silent, { processes: new Set() }, { kind: 'no-process' }],
  ['a process to take it', silent, { processes: new Set(['a']) }, { kind: 'unassigned' }],
  [
    'a process that is gone',
    { worker: 'b' },
    { processes: new Set(['a']) },
    { kind: 'unassigned' },
  ],
  ['its turn in a process', { worker: 'a' }, { processes: new Set(['a']) }, { kind: 'turn' }],
  [
    'its owner',
    silent,
    { pauses: new Map([[LANE, NOW]]), processes: new Set() },
    { kind: 'paused', since: at(0), ofAll: false },
  ],
  [
    'its owner, with all others',
    {},
    { pauses: new Map([[ALL_LANES, NOW]]) },
    { kind: 'paused', since: at(0), ofAll: true },
  ],
]

it.each(cases)('explains that a lane waits for %s', (_what, ofHead, ofAll, reason) => {
  expect(whyWaiting(LANE, { ...head, ...ofHead }, { ...around, ...ofAll })).toMatchObject(reason)
})

it('predicts when a lane goes on only for waits that end by themselves', () => {
  const goesOn = (ofHead: Partial<LaneHead>, ofAll: Partial<Surroundings> = {}) =>
    goesOnAt(whyWaiting(LANE, { ...head, ...ofHead }, { ...around, ...ofAll }), NOW)
  expect([{}, { in_flight: 1 as const }, retry, flood].map(one => goesOn(one))).toEqual([
    NOW,
    NOW,
    NOW + 2_000,
    NOW + 43_000,
  ])
  expect(goesOn(silent)).toBeNull()
  expect(goesOn({}, { processes: new Set() })).toBeNull()
  expect(goesOn({}, { pauses: new Map([[LANE, NOW]]) })).toBeNull()
})

it('estimates the number of messages from the size and grouping of the alerts', () => {
  expect(messagesOf(1_000, { groups: false, bytes: 100 })).toBe(1_000)
  expect(messagesOf(1_000, { groups: true, bytes: 200 })).toBe(50)
  expect(messagesOf(1_000, { groups: true, bytes: 1 })).toBe(10)
  expect(messagesOf(1_000, { groups: true, bytes: 60_000 })).toBe(1_000)
})
