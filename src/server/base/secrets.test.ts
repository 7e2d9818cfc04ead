import { createDecipheriv, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { keyId } from './key-ring.ts'
import { createSecretBox } from './secrets.ts'

const key = 'a'.repeat(32)
const otherKey = 'b'.repeat(32)

describe('createSecretBox', () => {
  const box = createSecretBox([key])

  it.each(['123456:token', '', 'ñandú 🚀'])('decrypts an encrypted «%s»', plain => {
    expect(box.decrypt(box.encrypt(plain))).toBe(plain)
  })

  it('seals the same text differently each time, without showing it', () => {
    expect(box.encrypt('123456:token')).not.toBe(box.encrypt('123456:token'))
    expect(box.encrypt('123456:token')).toMatch(/^v1(\.[\w-]+){4}$/)
  })

  it('opens values that another box sealed with the same key', () => {
    expect(createSecretBox([key]).decrypt(box.encrypt('123456:token'))).toBe('123456:token')
  })

  it('opens values that the first version sealed', () => {
    expect(box.decrypt('v1.aFeGZ3wtEIs3hgzk.ePC_Ai3uyTctTttD7H5URg.9v3R5qESZm7Jvxp5')).toBe(
      '123456:token',
    )
  })

  it('opens more values than its cache holds', () => {
    const plain = Array.from({ length: 2_000 }, (_, nth) => `${nth}:${'t'.repeat(50)}`)
    const sealed = plain.map(box.encrypt)
    for (let time = 0; time < 2; time += 1) expect(sealed.map(box.decrypt)).toEqual(plain)
  })

  it('refuses a value sealed with another key', () => {
    const sealed = box.encrypt('123456:token')
    expect(box.decrypt(sealed)).toBe('123456:token')
    expect(() => createSecretBox([otherKey]).decrypt(sealed)).toThrow()
  })

  it('refuses a value changed in any of its parts', () => {
    const sealed = box.encrypt('123456:token')
    expect(box.decrypt(sealed)).toBe('123456:token')
    const parts = sealed.split('.')
    for (const [index, part] of parts.entries()) {
      if (index < 4) expect(() => box.decrypt(parts.toSpliced(index, 1).join('.'))).toThrow()
      const otherFirst = part.startsWith('x') ? 'y' : 'x'
      const changed = parts.with(index, otherFirst + part.slice(1)).join('.')
      expect(() => box.decrypt(changed)).toThrow()
    }
  })

  it('refuses a shortened tag', () => {
    const [version, nonce, tag, text] = box.encrypt('123456:token').split('.')
    expect(() => box.decrypt([version, nonce, tag?.slice(0, 6), text].join('.'))).toThrow()
  })

  it('opens values sealed with any key of the ring, and seals with the first', () => {
    const ring = createSecretBox([otherKey, key])
    expect(ring.decrypt(box.encrypt('123456:token'))).toBe('123456:token')
    expect(createSecretBox([otherKey]).decrypt(ring.encrypt('123456:token'))).toBe('123456:token')
    expect(() => box.decrypt(ring.encrypt('123456:token'))).toThrow(/a key that is not here/)
  })

  it('tries every key on a value that names no key', () => {
    const withoutId = withoutName(box.encrypt('123456:token'))
    for (const ring of [[key], [otherKey, key], [key, otherKey]] as const)
      expect(createSecretBox(ring).decrypt(withoutId)).toBe('123456:token')
    expect(() => createSecretBox([otherKey]).decrypt(withoutId)).toThrow()
  })

  it('appends the id of the key, which earlier versions ignore', () => {
    const sealed = box.encrypt('123456:token')
    expect(sealed.split('.').at(-1)).toBe(keyId(key))
    expect(asVersion1Opens(sealed, key)).toBe('123456:token')
  })

  it('says whether it has the key that a value names', () => {
    const sealed = createSecretBox([otherKey]).encrypt('x')
    expect(box.hasKeyOf(sealed)).toBe(false)
    expect(createSecretBox([key, otherKey]).hasKeyOf(sealed)).toBe(true)
    for (const nameless of [withoutName(sealed), 'no sealed value'])
      expect(box.hasKeyOf(nameless)).toBe(true)
  })

  it('says whether a value is sealed with the first key, and names it', () => {
    const ring = createSecretBox([otherKey, key])
    expect(ring.isCurrent(ring.encrypt(''))).toBe(true)
    expect(ring.isCurrent(box.encrypt(''))).toBe(false)
    expect(ring.isCurrent(withoutName(ring.encrypt('x')))).toBe(false)
    expect(ring.isCurrent('')).toBe(false)
  })
})

const withoutName = (sealed: string) => sealed.split('.').slice(0, 4).join('.')

/** Copy of the code of versions that supported a single key. */
function asVersion1Opens(sealed: string, secretKey: string): string {
  const derived = Buffer.from(hkdfSync('sha256', secretKey, '', 'pregonero/secret-box', 32))
  const [named, ...parts] = sealed.split('.')
  const [nonce, tag, text] = parts.map(part => Buffer.from(part, 'base64url'))
  if (named !== 'v1' || !nonce || !tag || !text) throw new Error('not a sealed value')
  const decipher = createDecipheriv('aes-256-gcm', derived, nonce, { authTagLength: 16 })
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
}
