import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { memoize } from '#shared/memoize.ts'
import { StartError } from './errors.ts'

export type SecretBox = {
  encrypt(plain: string): string
  /** @throws Error when the text was encrypted with another key or was changed. */
  decrypt(sealed: string): string
}

/** Code units of the encrypted values whose plain ones are kept: a thousand bot tokens. */
const ROOM = 120_000

/**
 * AES-256-GCM. Encrypted values read `v1.{nonce}.{tag}.{ciphertext}`, each part in base64url. Those
 * decrypted last are kept, since each message needs its token.
 */
export function createSecretBox(secretKey: string): SecretBox {
  const key = deriveKey(secretKey, 'secret-box')
  return {
    encrypt(plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      const parts = [nonce, cipher.getAuthTag(), text].map(part => part.toString('base64url'))
      return [version, ...parts].join('.')
    },
    decrypt: memoize(sealed => {
      const [named, ...parts] = sealed.split('.')
      const [nonce, tag, text] = parts.map(part => Buffer.from(part, 'base64url'))
      if (named !== version || !nonce || !tag || !text) throw new Error('not a sealed value')
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
      decipher.setAuthTag(tag)
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    }, ROOM),
  }
}

/** A key of 32 bytes for one purpose. It reveals neither the secret key nor that of another purpose. */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `pregonero/${purpose}`, 32))
}

/** Stored with the data, so that a later start can check that it has the same key. */
export function checkValue(secretKey: string): string {
  return deriveKey(secretKey, 'check-value').toString('base64url')
}

/** @throws StartError when the stored check value belongs to another key. */
export function assertSameKey(secretKey: string, storedCheckValue: string): void {
  const own = Buffer.from(checkValue(secretKey))
  const stored = Buffer.from(storedCheckValue)
  if (own.length === stored.length && timingSafeEqual(own, stored)) return
  throw new StartError(
    'La clave secreta no es la de estos datos: pon en SECRET_KEY, o en el archivo secret.key de la carpeta de datos, la clave con la que se guardaron.',
  )
}

const version = 'v1'
