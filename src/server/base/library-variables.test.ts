import { describe, expect, it } from 'vitest'
import { libraryVariables, withoutLibraryVariables } from './library-variables.ts'

it('removes variables that would override better-auth options, and sets TZ', () => {
  const env = {
    BETTER_AUTH_SECRETS: '1:another',
    BETTER_AUTH_TRUSTED_ORIGINS: 'https://a.example.com',
    AUTH_SECRET: 'another',
    PATH: '/bin',
    TZ: 'Madrid',
  }
  withoutLibraryVariables(env, 'UTC')
  expect(env).toEqual({ PATH: '/bin', TZ: 'UTC' })
})

describe('libraryVariables', () => {
  it.each([
    [{}, []],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '1', PGPASSWORD: 'x' }, []],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, [[/ningún certificado/, /NODE_EXTRA_CA_CERTS/]]],
    [{ NODE_EXTRA_CA_CERTS: import.meta.filename }, [[/también se confía/, null]]],
    [{ NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem' }, [[/no se puede leer \/nowhere\/ca.pem/, /ruta/]]],
    [
      { DATABASE_URL: 'postgres://a', PGSSLMODE: 'no-verify', PGPASSWORD: 'secret' },
      [[/^PGPASSWORD y PGSSLMODE: valen para lo que DATABASE_URL no dice\.$/, null]],
    ],
  ] satisfies [Record<string, string>, [RegExp, RegExp | null][]][])(
    'reports the variables that libraries read in %j',
    (env, said) => {
      expect(libraryVariables(env)).toEqual(
        said.map(([detail, remedy]) => ({
          detail: expect.stringMatching(detail),
          remedy: remedy && expect.stringMatching(remedy),
        })),
      )
    },
  )
})
