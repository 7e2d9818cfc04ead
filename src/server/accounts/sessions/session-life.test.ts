import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#shared/limits.ts'
import {
  isGood,
  mayBeUnbound,
  renewalOf,
  replacedAt,
  type ShownSession,
  upkeepOf,
} from './session-life.ts'

const NOW = Date.UTC(2026, 10, 23, 8)
const MINUTE_MS = 60_000

/** A session that began an hour ago and was used just now. */
const session = (fields: Partial<ShownSession> = {}): ShownSession => ({
  id: 's',
  token: 'token',
  createdAt: new Date(NOW - 60 * MINUTE_MS),
  updatedAt: new Date(NOW - 60 * MINUTE_MS),
  authenticatedAt: null,
  lastUsedAt: NOW,
  startedAt: null,
  reference: 'token',
  referenceSince: null,
  previousReference: null,
  previousUntil: null,
  userId: 'u',
  email: '',
  name: '',
  shown: 'token',
  isCurrent: true,
  isUnbound: false,
  isCurrentlySigned: true,
  ...fields,
})

const aDayOld = { createdAt: new Date(NOW - DAY_MS) }
/** Reference replaced a minute ago, in an answer that may have been lost. */
const justReplaced = {
  ...aDayOld,
  reference: 'new',
  referenceSince: NOW - MINUTE_MS,
  previousReference: 'token',
}

describe('isGood', () => {
  it.each<[string, Partial<ShownSession>, boolean]>([
    ['the reference', {}, true],
    ['the token of a version that knew no references', { reference: null }, true],
    ['the token of one that has another reference', { reference: 'new' }, false],
    ['what was replaced, until the new one is shown', justReplaced, true],
    ['what was replaced, for a while', { ...justReplaced, previousUntil: NOW + 1 }, true],
    ['what was replaced, afterwards', { ...justReplaced, previousUntil: NOW }, false],
    [
      'what was replaced by a process whose clock is 90 s ahead',
      { ...justReplaced, previousUntil: NOW + 120_000 },
      true,
    ],
    [
      'what was replaced before the clock was set back by a day',
      { ...justReplaced, previousUntil: NOW + DAY_MS },
      false,
    ],
  ])('judges %s', (_, fields, expected) => {
    expect(isGood(session(fields), 'token', NOW)).toBe(expected)
  })
})

describe('replacedAt', () => {
  it.each<[string, Partial<ShownSession>, number]>([
    ['at the end of its grace', { ...justReplaced, previousUntil: NOW - 30_000 }, NOW - 30_000],
    [
      'when the present one was made, if others came between',
      { ...justReplaced, previousReference: 'second', previousUntil: NOW - 30_000 },
      NOW - MINUTE_MS,
    ],
  ])('returns when a reference ended: %s', (_, fields, expected) => {
    expect(replacedAt(session(fields), 'token')).toBe(expected)
  })
})

describe('a use of a session', () => {
  it.each<[string, Partial<ShownSession>, object | null]>([
    ['nothing within five minutes', { lastUsedAt: NOW - 5 * MINUTE_MS + 1 }, null],
    [
      'itself and the end after five',
      { lastUsedAt: NOW - 5 * MINUTE_MS },
      { lastUsedAt: NOW, expiresAt: new Date(NOW + 7 * DAY_MS) },
    ],
    [
      'no end after the ninety days',
      { ...aDayOld, lastUsedAt: 0, startedAt: NOW - 89 * DAY_MS, referenceSince: NOW },
      { lastUsedAt: NOW, expiresAt: new Date(NOW + DAY_MS) },
    ],
    ['itself where the clock was set back', { lastUsedAt: NOW + DAY_MS }, { lastUsedAt: NOW }],
    [
      'a reference after a day',
      aDayOld,
      {
        reference: expect.stringMatching(/^[\w-]{32}$/),
        referenceSince: NOW,
        previousReference: 'token',
        previousUntil: null,
      },
    ],
    ['none because what was replaced is shown', { ...justReplaced, isCurrent: false }, null],
    [
      'the end of what was replaced, once the new one is shown',
      { ...justReplaced, shown: 'new' },
      { previousUntil: NOW + 30_000 },
    ],
    ['that end once', { ...justReplaced, shown: 'new', previousUntil: NOW + 20_000 }, null],
  ])('writes %s', (_, fields, expected) => {
    const change = upkeepOf(session(fields), NOW)
    if (expected === null) expect(change).toBeNull()
    else expect(change).toMatchObject(expected)
  })
})

describe('a confirmation', () => {
  it('replaces the shown reference, which stays valid for half a minute', () => {
    expect(renewalOf(session(), NOW)).toMatchObject({
      reference: expect.stringMatching(/^[\w-]{32}$/),
      previousReference: 'token',
      previousUntil: NOW + 30_000,
    })
  })

  it('lets an already replaced reference expire, without replacing it again', () => {
    const shown = { ...justReplaced, isCurrent: false }
    expect(renewalOf(session(shown), NOW)).toEqual({ previousUntil: NOW + 30_000 })
    const ending = { ...shown, previousUntil: NOW + 1 }
    expect(renewalOf(session(ending), NOW)).toEqual({})
  })
})

describe('mayBeUnbound', () => {
  const older = { reference: null }
  const aWeekOld = { createdAt: new Date(NOW - 7 * DAY_MS) }
  it.each<[string, Partial<ShownSession>, boolean]>([
    ['of a version that bound none', older, true],
    ['of one that was there at the update', { ...older, ...aWeekOld, startedAt: NOW }, true],
    ['of one that is a week old', { ...older, ...aWeekOld }, false],
    ['of a week after the update', { ...older, startedAt: NOW - 7 * DAY_MS }, false],
    ['of this version', {}, false],
    ['of this version, just replaced', { reference: 'new', referenceSince: NOW }, false],
    [
      'of one that was there, just replaced',
      { reference: 'new', referenceSince: NOW - 29_000, startedAt: NOW - DAY_MS },
      true,
    ],
    [
      'of one that was there, replaced before',
      { reference: 'new', referenceSince: NOW - 30_000, startedAt: NOW - DAY_MS },
      false,
    ],
    [
      'with what this version put into a bound one',
      { reference: 'new', referenceSince: NOW, startedAt: NOW - DAY_MS, shown: 'other' },
      false,
    ],
  ])('judges a cookie %s', (_, fields, expected) => {
    expect(mayBeUnbound(session({ ...fields, isUnbound: true }), NOW)).toBe(expected)
  })
})
