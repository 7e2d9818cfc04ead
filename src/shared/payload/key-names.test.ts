import { describe, expect, it } from 'vitest'
import { isReservedKey, isSecret } from './key-names.ts'

describe('a secret key', () => {
  it.each([
    ...['connectionId', 'ConnectionID', 'secret', 'webhook_secret', 'SecretKey', 'clientSecret'],
    ...['sec_key', 'webhookKey', 'license_key', 'LicenseID', 'access_token_1', 'webhook_url'],
    ...[
      'common_key',
      'mon-api-key',
      'mon_key',
      'monKey',
      'MON_KEY',
      'hockey_1',
      'clave',
      'passcode',
      'jwt',
      'Bearer',
      'clave_api',
      'Passwort',
      'senha',
      'cookie',
    ],
    ...['token', 'Bot-Token', 'accessToken', 'apiKey', 'API_KEY', 'api key', 'privateKey'],
    ...[
      'passphrase',
      'PassPhrase',
      'password',
      'db_password',
      'passwd',
      'contraseña',
      'pwd',
      'auth',
    ],
  ])('%s', key => {
    expect(isSecret(key)).toBe(true)
  })
})

describe('an ordinary key', () => {
  it.each([
    ...['symbol', 'tokens', 'token_symbol', 'keyLevel', 'passed', 'author', 'clave_soporte'],
    ...['Turkey', 'TURKEY', 'monkey', 'Donkey', 'Jockey', 'nivel_clave'],
    ...['価格', '', '0', '__proto__'],
  ])('«%s»', key => {
    expect(isSecret(key)).toBe(false)
  })
})

describe('a reserved key', () => {
  it.each(['connectionId', 'ConnectionID', 'connectionid', 'payload', 'PAYLOAD'])('%s', key => {
    expect(isReservedKey(key)).toBe(true)
  })

  it('is not confused with connection_id', () => {
    expect(isReservedKey('connection_id')).toBe(false)
  })
})
