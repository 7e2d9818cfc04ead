import { scryptSync } from 'node:crypto'
import * as library from 'better-auth/crypto'
import { describe, expect, it, vi } from 'vitest'
import { keyHere } from '../../../../tests/support/key-here.ts'
import { libraryHash } from '../../../../tests/support/library-hash.ts'
import { deriveKey } from './derive-key.ts'
import type * as costs from './password-cost.ts'
import { hashAsSlowlyAsWrong, hashPassword, isOutdated, verifyPassword } from './password-hash.ts'
import type * as keys from './password-key.ts'

/** Composed and decomposed: the same text on different keyboards. */
const [password, decomposed] = ['contraseña'.normalize('NFC'), 'contraseña'.normalize('NFD')]

describe('a password', () => {
  it('is hashed with a salt of its own, in a hash that names its cost', async () => {
    const hashes = [await hashPassword(password), await hashPassword(password)]
    for (const hash of hashes) {
      expect(hash).toMatch(/^\$scrypt\$ln=1,r=8,p=1\$[\w+/]{22}\$[\w+/]{86}$/)
      expect(isOutdated(hash)).toBe(false)
      expect(await verifyPassword({ hash, password: decomposed })).toBe(true)
      expect(await verifyPassword({ hash, password: 'another one' })).toBe(false)
    }
    expect(new Set(hashes).size).toBe(2)
  })

  it('is hashed in production at the cost that OWASP advises', async () => {
    const { COST } = await vi.importActual<typeof costs>('./password-cost.ts')
    expect(COST).toEqual({ N: 32_768, r: 8, p: 3 })
  })

  it('is hashed by the library at the cost assumed for hashes without one', async () => {
    const { UNNAMED_COST } = await vi.importActual<typeof costs>('./password-cost.ts')
    const [salt = '', key] = (await library.hashPassword(password)).split(':')
    const options = { ...UNNAMED_COST, maxmem: 64 * 1_024 * 1_024 }
    expect(scryptSync(password.normalize('NFKC'), salt, 64, options).toString('hex')).toBe(key)
  })

  it('matches a hash of the library, which is outdated like one of another cost', async () => {
    const theirs = libraryHash(password)
    const ours = '$scrypt$ln=2,r=4,p=2$c2FsdA$'
    expect(await verifyPassword({ hash: theirs, password: decomposed })).toBe(true)
    expect(await verifyPassword({ hash: theirs, password: 'another one' })).toBe(false)
    expect(isOutdated(theirs)).toBe(true)
    expect(isOutdated(ours)).toBe(true)
  })

  it('matches no malformed or unsupported hash', async () => {
    const key = 'A'.repeat(86)
    const odd = [
      '',
      ':',
      'salt',
      'salt:',
      'salt:zz',
      `$scrypt$ln=1,r=8,p=1$$${key}`,
      '$scrypt$ln=1,r=8,p=1$c2FsdA$',
      `$scrypt$ln=1,r=0,p=1$c2FsdA$${key}`,
      `$scrypt$ln=0,r=8,p=1$c2FsdA$${key}`,
      `$scrypt$ln=40,r=8,p=1$c2FsdA$${key}`,
      `$argon2id$v=19$m=1,t=1,p=1$c2FsdA$${key}`,
    ]
    for (const hash of odd) expect(await verifyPassword({ hash, password })).toBe(false)
  })

  it('takes two key derivations if wrong, with any hash or without an account', async () => {
    const wrong = 'another one'
    const hashes = [await hashPassword(password), libraryHash(password), '']
    const checks = hashes.map(hash => () => verifyPassword({ hash, password: wrong }))
    for (const check of [...checks, () => hashAsSlowlyAsWrong(wrong)])
      expect(await keysOf(check)).toBe(2)
  })

  it('is derived into a key on a thread of its own', async () => {
    const { keyOf } = await vi.importActual<typeof keys>('./password-key.ts')
    let threads = 0
    process.once('worker', () => (threads += 1))
    const draft = { salt: Buffer.from('salt'), cost: { N: 2, r: 8, p: 1 } }
    expect(await keyOf({ ...draft, password: decomposed })).toEqual(
      deriveKey({ ...draft, password }),
    )
    expect(threads).toBe(1)
  })
})

/** Number of keys that `work` derives. */
async function keysOf(work: () => Promise<unknown>): Promise<number> {
  keyHere.mockClear()
  await work()
  return keyHere.mock.calls.length
}
