import { expect, it } from 'vitest'
import { StartError } from '#server/base/errors.ts'
import { waitForPostgres } from './wait-for-postgres.ts'

it.each([
  ['names a certificate that is not there', 'p%C3%A1ss@db/x?sslrootcert=/no/such/root.crt'],
  ['has a password that is not encoded', 'p%E1ss@db/x'],
])('rejects at once an address that %s, without showing its password', async (_what, rest) => {
  const refusal = await waitForPostgres(`postgres://reader:${rest}`).catch(error => error)
  expect(refusal).toBeInstanceOf(StartError)
  expect(refusal.message).toMatch(/^No se puede usar la base de datos de DATABASE_URL \(.+\)\. /)
  expect(refusal.message).not.toContain('ss@')
})
