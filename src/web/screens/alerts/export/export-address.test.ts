import { expect, it } from 'vitest'
import { exportAddress } from './export-address.ts'

it('asks for what a filter finds, and for nothing that it does not say', () => {
  const filter = { search: 'oro & plata', status: 'failed', connectionId: undefined } as const
  const exported = { filter, asOf: '2026-11-19T16:42:07.130Z', timeZone: 'Europe/Madrid' }

  expect(exportAddress('csv', exported)).toBe(
    '/api/alerts/export?format=csv&before=2026-11-19T16%3A42%3A07.130Z&tz=Europe%2FMadrid&search=oro+%26+plata&status=failed',
  )
})
