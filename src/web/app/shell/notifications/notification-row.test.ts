import { describe, expect, it } from 'vitest'
import { notificationLink } from './notification-row.tsx'

describe('the link of a notification', () => {
  it('leads to the panel of a connection', () => {
    const href = '/connections/c7Kq9xVbT2mNf4RzLw8HpA/panel'
    expect(notificationLink(href)).toEqual({ href, label: 'Ver panel' })
  })

  it.each(['/alerts', '/alerts?status=failed&page=2', '/alerts#0198-a1', '/error-log'])(
    'leads to the screen at %s',
    href => {
      expect(notificationLink(href)).toEqual({ href, label: 'Ver más' })
    },
  )

  it.each([
    'https://example.com/alerts',
    '//example.com/alerts',
    '/\\example.com',
    'javascript:alert(1)',
    'alerts',
    '/api/notifications',
    '/connections/a/b/panel',
    '',
  ])('is null for the address %s', link => {
    expect(notificationLink(link)).toBeNull()
  })

  it('is null without an address', () => {
    expect(notificationLink(null)).toBeNull()
  })
})
