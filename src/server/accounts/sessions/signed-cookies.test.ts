import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readSignedCookie, withCurrentSignatures } from './signed-cookies.ts'

const [current, older] = ['the current secret', 'the one before']

const signed = (value: string, secret: string) =>
  encodeURIComponent(`${value}.${createHmac('sha256', secret).update(value).digest('base64')}`)

describe('readSignedCookie', () => {
  it('reads a value signed with one of the secrets, and says if it is the current', () => {
    const read = (cookie: string) => readSignedCookie(cookie, [current, older])
    expect(read(signed('token', current))).toEqual({ value: 'token', isCurrent: true })
    expect(read(signed('token', older))).toEqual({ value: 'token', isCurrent: false })
    for (const other of [signed('token', 'of nobody'), 'token', 'token.', '', 'a.b.c'])
      expect(read(other)).toBeNull()
  })
})

describe('withCurrentSignatures', () => {
  it('re-signs cookies of an older secret, and leaves everything else', () => {
    const cookies = (secret: string) =>
      `a=1; session=${signed('token', secret)}; other=${signed('x', 'of nobody')}; flag`
    const headers = new Headers({ cookie: cookies(older), accept: 'text/plain' })
    const given = withCurrentSignatures(headers, [current, older])
    expect(given.get('cookie')).toBe(cookies(current))
    expect(given.get('accept')).toBe('text/plain')
  })

  it('re-signs a percent-encoded value, such as the challenge of a passkey', () => {
    const value = JSON.stringify({ type: 'authentication', userData: { id: '' }, until: 1 })
    const given = withCurrentSignatures(
      new Headers({ cookie: `passkey=${signed(value, older)}; other=%E0%A4.${'A'.repeat(43)}%3D` }),
      [current, older],
    )
    expect(given.get('cookie')).toBe(
      `passkey=${signed(value, current)}; other=%E0%A4.${'A'.repeat(43)}%3D`,
    )
  })

  it('returns the same headers if there is no cookie to re-sign', () => {
    const headers = new Headers({ cookie: `session=${signed('token', older)}` })
    expect(withCurrentSignatures(headers, [current])).toBe(headers)
    const none = new Headers()
    expect(withCurrentSignatures(none, [current, older])).toBe(none)
  })
})
