import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
import { errorCode } from '#server/base/errors.ts'

type Inflate = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

const inflateZlib: Inflate = promisify(inflate)
const inflateWithoutHeader: Inflate = promisify(inflateRaw)

/** Decoders by their lower-case names in `Content-Encoding`. */
const encodings: Record<string, Inflate> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  // Browsers and servers disagree on whether «deflate» has a header.
  deflate: (bytes, options) =>
    inflateZlib(bytes, options).catch(error =>
      isTooLarge(error) ? Promise.reject(error) : inflateWithoutHeader(bytes, options),
    ),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
}

/** First bytes of encodings, except brotli and some forms of deflate; no text in UTF-8 begins with them. */
const signatures: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['compress', [0x1f, 0x9d]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  // «xœ» and «xÚ» in Windows-1252: a body that begins so and can't be inflated is a text.
  ['deflate', [0x78, 0x9c]],
  ['deflate', [0x78, 0xda]],
]

const MOST_ENCODINGS = 3

/**
 * Removes the content encodings of a body, whether its sender names them or not. If a named encoding is no
 * compression, or was not used, the body is taken as it is.
 * @param contentEncoding the header
 * @param maxBytes max size of the result
 * @returns `encoded` if the body is compressed and can't be inflated; `too-large` if the result exceeds `maxBytes`
 */
export async function inflateBody(
  bytes: Uint8Array,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Uint8Array | 'encoded' | 'too-large'> {
  const names = listed(contentEncoding ?? '')
  if (bytes.length === 0 || (names.length === 0 && !signatureOf(bytes))) return bytes
  try {
    if (names.length > MOST_ENCODINGS) return 'encoded'
    const named = await inflateNamed(bytes, names.toReversed(), maxBytes)
    return await inflateUnnamed(named, maxBytes)
  } catch (error) {
    return isTooLarge(error) ? 'too-large' : 'encoded'
  }
}

/** @throws if an encoding that was used can't be undone */
async function inflateNamed(
  bytes: Uint8Array,
  names: readonly string[],
  maxBytes: number,
): Promise<Uint8Array> {
  try {
    let inflated = bytes
    for (const name of names) inflated = await inflateOne(inflated, name, maxBytes)
    return inflated
  } catch (error) {
    if (isTooLarge(error) || !isKnown(bytes, names)) throw error
    return bytes
  }
}

/** Undoes unnamed encodings: a proxy may compress a compressed body again. */
async function inflateUnnamed(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  let inflated = bytes
  for (let times = 0; times < MOST_ENCODINGS; times += 1) {
    const name = signatureOf(inflated)
    if (name === undefined) return inflated
    const next = inflateOne(inflated, name, maxBytes)
    const isText = (error: unknown) => name === 'deflate' && !isTooLarge(error)
    const undone = await next.catch(error => (isText(error) ? null : Promise.reject(error)))
    if (undone === null) return inflated
    inflated = undone
  }
  if (signatureOf(inflated)) throw new Error('encoded too often')
  return inflated
}

/**
 * True if the bytes show how they are encoded: they are UTF-8, have a signature, or lack the one that each named
 * encoding has. Brotli and deflate count as encodings without a signature.
 */
const isKnown = (bytes: Uint8Array, names: readonly string[]): boolean =>
  isUtf8(bytes) || signatureOf(bytes) !== undefined || !names.some(name => withoutSignature(name))

const withoutSignature = (name: string): boolean => name === 'br' || name === 'deflate'

function inflateOne(bytes: Uint8Array, name: string, maxOutputLength: number): Promise<Uint8Array> {
  const decode = encodings[name]
  if (!decode) throw new Error('an unknown encoding')
  return decode(bytes, { maxOutputLength })
}

/** Name of the encoding that the first bytes show; undefined if they show none. */
export function signatureOf(body: Uint8Array): string | undefined {
  const isAtFront = (bytes: readonly number[]) => bytes.every((byte, place) => body[place] === byte)
  return signatures.find(([, bytes]) => isAtFront(bytes))?.[0]
}

const listed = (contentEncoding: string): string[] =>
  contentEncoding
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'identity')

const isTooLarge = (error: unknown): boolean => errorCode(error) === 'ERR_BUFFER_TOO_LARGE'
