import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { memoize } from '#shared/memoize.ts'
import { deriveKeys, type KeyRing, keyId } from './key-ring.ts'

export type SecretBox = {
  encrypt(plain: string): string
  /** @throws Error when the text was encrypted with a key that is not on the ring, or was changed. */
  decrypt(sealed: string): string
  /** @returns null when the text was encrypted with a key that is not on the ring, or was changed */
  tryDecrypt(sealed: string): string | null
  /** True if the key that it names is on the ring, or if it names no key. */
  hasKeyOf(sealed: string): boolean
  /** True if it was encrypted with the ring's first key, and names it. */
  isCurrent(sealed: string): boolean
}

/** Cache size, in code units of encrypted values: a thousand bot tokens. */
const ROOM = 120_000

/**
 * AES-256-GCM. Encrypted values read `v1.{nonce}.{tag}.{ciphertext}.{key id}`, each part in base64url. Values
 * of earlier versions name no key; those versions can read the present values too. The values decrypted last
 * are cached, because each message needs its bot's token.
 */
export function createSecretBox(ring: KeyRing): SecretBox {
  const keys = deriveKeys(ring, 'secret-box')
  const keysOf = new Map(ring.map((key, nth) => [keyId(key), keys.slice(nth, nth + 1)]))
  const currentId = keyId(ring[0])
  const decrypt = memoize(sealed => {
    const [named, nonce, tag, text, id] = sealed.split('.')
    if (named !== version || !nonce || !tag || text === undefined)
      throw new Error('not a sealed value')
    return openWith((id === undefined ? keys : keysOf.get(id)) ?? [], { nonce, tag, text })
  }, ROOM)
  return {
    encrypt(plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keys[0], nonce)
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      const parts = [nonce, cipher.getAuthTag(), text].map(part => part.toString('base64url'))
      return [version, ...parts, currentId].join('.')
    },
    decrypt,
    tryDecrypt(sealed) {
      try {
        return decrypt(sealed)
      } catch {
        return null
      }
    },
    hasKeyOf(sealed) {
      const id = idOf(sealed)
      return id === undefined || keysOf.has(id)
    },
    isCurrent: sealed => idOf(sealed) === currentId,
  }
}

/** Key id in a sealed value; undefined if it names no key. */
function idOf(sealed: string): string | undefined {
  const [named, , , , id] = sealed.split('.')
  return named === version ? id : undefined
}

type Parts = { nonce: string; tag: string; text: string }

/** @throws Error when none of the keys opens it */
function openWith([key, ...others]: readonly Buffer[], parts: Parts): string {
  if (!key) throw new Error('sealed with a key that is not here')
  try {
    return open(key, parts)
  } catch (error) {
    if (others.length === 0) throw error
    return openWith(others, parts)
  }
}

function open(key: Buffer, { nonce, tag, text }: Parts): string {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
    authTagLength: 16,
  })
  decipher.setAuthTag(Buffer.from(tag, 'base64url'))
  return decipher.update(text, 'base64url', 'utf8') + decipher.final('utf8')
}

const version = 'v1'
