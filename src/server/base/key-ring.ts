import { hkdfSync } from 'node:crypto'
import { StartError } from './errors.ts'

/** The secret keys of an installation: the first one seals and signs, all of them open and check. */
export type KeyRing = readonly [current: string, ...older: string[]]

export const MIN_KEY_LENGTH = 32

/** @param text keys separated by commas; a single key if one of the parts would be too short */
export function keyRingOf(text: string): KeyRing {
  const [current = text, ...older] = new Set(text.split(',').map(key => key.trim()))
  const isRing = [current, ...older].every(key => key.length >= MIN_KEY_LENGTH)
  return isRing ? [current, ...older] : [text]
}

/** Keys derived for one purpose, in the order of the ring. */
export type DerivedKeys = readonly [current: Buffer, ...older: Buffer[]]

/** Derives 32 bytes from each key, which reveal neither the secret key nor the keys of other purposes. */
export function deriveKeys([current, ...older]: KeyRing, purpose: string): DerivedKeys {
  const derive = (key: string) =>
    Buffer.from(hkdfSync('sha256', key, '', `pregonero/${purpose}`, 32))
  return [derive(current), ...older.map(derive)]
}

/** Stored with the data, so that a later start can check that it has the same key. */
export const checkValue = (key: string): string =>
  deriveKeys([key], 'check-value')[0].toString('base64url')

/** Name of a key in sealed values: 8 characters. */
export const keyId = (key: string): string => checkValue(key).slice(0, 8)

/**
 * Reads a key ring and checks that it has every key that the data was sealed with.
 * @param inUse check values of the keys that the data was sealed with
 * @throws StartError if one of them is missing
 */
export function ringFor(inUse: readonly string[], text: string): KeyRing {
  const ring = findRing(inUse, text)
  if (ring) return ring
  throw new StartError(
    inUse.length > 1
      ? 'Los datos están guardados con más de una clave secreta, y en SECRET_KEY, o en el archivo secret.key de la carpeta de datos, falta alguna: pon «nueva,anterior» hasta que rotate-key diga que la anterior ya no hace falta.'
      : 'La clave secreta no es la de estos datos: pon en SECRET_KEY, o en el archivo secret.key de la carpeta de datos, la clave con la que se guardaron.',
  )
}

/** Like `ringFor`, but undefined if a key is missing. */
export function findRing(inUse: readonly string[], text: string): KeyRing | undefined {
  // A key chosen before rings existed may contain a comma.
  const rings: KeyRing[] = [keyRingOf(text), [text]]
  return rings.find(ring => {
    const has = new Set(ring.map(checkValue))
    return inUse.every(value => has.has(value))
  })
}
