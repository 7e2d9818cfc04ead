import { describe, expect, it } from 'vitest'
import { StartError } from './errors.ts'
import { assertSameKey, checkValue, createSecretBox, deriveKey } from './secrets.ts'

const key = 'a'.repeat(32)
const otherKey = 'b'.repeat(32)

describe('createSecretBox', () => {
  const box = createSecretBox(key)

  it.each(['123456:token', '', 'ñandú 🚀'])('gives «%s» back', plain => {
    expect(box.decrypt(box.encrypt(plain))).toBe(plain)
  })

  it('seals the same text differently each time, without showing it', () => {
    expect(box.encrypt('123456:token')).not.toBe(box.encrypt('123456:token'))
    expect(box.encrypt('123456:token')).toMatch(/^v1(\.[\w-]+){3}$/)
  })

  it('opens what an earlier start sealed with the same key', () => {
    expect(createSecretBox(key).decrypt(box.encrypt('123456:token'))).toBe('123456:token')
  })

  it('still opens what the first version sealed', () => {
    expect(box.decrypt('v1.aFeGZ3wtEIs3hgzk.ePC_Ai3uyTctTttD7H5URg.9v3R5qESZm7Jvxp5')).toBe(
      '123456:token',
    )
  })

  it('opens each of more values than it keeps', () => {
    const plain = Array.from({ length: 2_000 }, (_, nth) => `${nth}:${'t'.repeat(50)}`)
    const sealed = plain.map(box.encrypt)
    for (let time = 0; time < 2; time += 1) expect(sealed.map(box.decrypt)).toEqual(plain)
  })

  it('does not open with another key', () => {
    const sealed = box.encrypt('123456:token')
    expect(box.decrypt(sealed)).toBe('123456:token')
    expect(() => createSecretBox(otherKey).decrypt(sealed)).toThrow()
  })

  it('does not open what was changed in any of its parts', () => {
    const sealed = box.encrypt('123456:token')
    expect(box.decrypt(sealed)).toBe('123456:token')
    const parts = sealed.split('.')
    for (const [index, part] of parts.entries()) {
      const otherFirst = part.startsWith('x') ? 'y' : 'x'
      const changed = parts.with(index, otherFirst + part.slice(1)).join('.')
      expect(() => box.decrypt(changed)).toThrow()
      expect(() => box.decrypt(parts.toSpliced(index, 1).join('.'))).toThrow()
    }
  })

  it('does not accept a shortened tag', () => {
    const [version, nonce, tag, text] = box.encrypt('123456:token').split('.')
    expect(() => box.decrypt([version, nonce, tag?.slice(0, 6), text].join('.'))).toThrow()
  })
})

describe('deriveKey', () => {
  it('gives 32 bytes that differ by purpose and by key', () => {
    expect(deriveKey(key, 'sessions')).toHaveLength(32)
    expect(deriveKey(key, 'sessions')).toEqual(deriveKey(key, 'sessions'))
    expect(deriveKey(key, 'sessions')).not.toEqual(deriveKey(key, 'devices'))
    expect(deriveKey(key, 'sessions')).not.toEqual(deriveKey(otherKey, 'sessions'))
  })
})

describe('assertSameKey', () => {
  it('accepts the key the data was kept with', () => {
    expect(() => assertSameKey(key, checkValue(key))).not.toThrow()
  })

  it('refuses a wrong key in one sentence', () => {
    expect(() => assertSameKey(otherKey, checkValue(key))).toThrow(StartError)
    expect(() => assertSameKey(otherKey, checkValue(key))).toThrow(
      /^La clave secreta no es la de estos datos: .+\.$/,
    )
  })
})
