import { describe, expect, it } from 'vitest'
import { type Credential, refusalOf } from './credentials.ts'

const NOW = Date.UTC(2026, 10, 23)
const TEN_MINUTES = 10 * 60_000
const session = (authenticatedAt: number): Credential => ({
  kind: 'session',
  id: 's',
  authenticatedAt,
})
const token = (scope: 'read' | 'all'): Credential => ({ kind: 'token', id: 't', scope })

describe.each([
  ['a session of ten minutes', session(NOW - TEN_MINUTES), [null, null, null, null]],
  [
    'an older session',
    session(NOW - TEN_MINUTES - 1),
    [null, null, null, 'REAUTHENTICATION_REQUIRED'],
  ],
  [
    'a session of a clock that was set back',
    session(NOW + TEN_MINUTES + 1),
    [null, null, null, 'REAUTHENTICATION_REQUIRED'],
  ],
  ['a token for everything', token('all'), [null, null, 'TOKEN_NOT_ALLOWED', 'TOKEN_NOT_ALLOWED']],
  [
    'a token for reading',
    token('read'),
    [null, 'TOKEN_NOT_ALLOWED', 'TOKEN_NOT_ALLOWED', 'TOKEN_NOT_ALLOWED'],
  ],
])('%s', (_, by, expected) => {
  const who = { userId: 'u', email: '', name: '', by }

  it('makes read, change, session-only and recent-session calls as far as allowed', () => {
    const asked = [
      { reads: true },
      { reads: false },
      { reads: false, credential: 'session' as const },
      { reads: false, credential: 'recent' as const },
    ]
    expect(asked.map(one => refusalOf(who, one, NOW)?.code ?? null)).toEqual(expected)
  })
})

it('refuses a request without session or token with 401 UNAUTHORIZED', () => {
  expect(refusalOf(null, { reads: true }, NOW)).toMatchObject({
    status: 401,
    code: 'UNAUTHORIZED',
  })
})
