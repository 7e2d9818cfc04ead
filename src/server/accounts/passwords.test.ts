import * as library from 'better-auth/crypto'
import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

/** Composed and decomposed: the same text on different keyboards. */
const [password, decomposed] = ['contraseña'.normalize('NFC'), 'contraseña'.normalize('NFD')]

it('a password is stored as the authentication library stores it', async () => {
  const [ours, theirs] = [await hashPassword(password), await library.hashPassword(password)]
  expect(await library.verifyPassword({ hash: ours, password: decomposed })).toBe(true)
  expect(await verifyPassword({ hash: theirs, password: decomposed })).toBe(true)
  expect(await verifyPassword({ hash: theirs, password: 'another one' })).toBe(false)
})

it('what is no hash is the hash of no password', async () => {
  for (const hash of ['', ':', 'salt', 'salt:', 'salt:zz'])
    expect(await verifyPassword({ hash, password })).toBe(false)
})
