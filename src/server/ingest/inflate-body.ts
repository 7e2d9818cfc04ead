import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
import { errorCode } from '#server/base/errors.ts'

type Inflate = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

const inflateZlib: Inflate = promisify(inflate)
const inflateWithoutHeader: Inflate = promisify(inflateRaw)

/** By their names in `Content-Encoding`, in lower case. */
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

/** The first bytes of encodings, with which no text begins in UTF-8. */
const signatures: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['compress', [0x1f, 0x9d]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  // «xœ» and «xÚ» in Latin-1: such a body is a text where it can't be inflated.
  ['deflate', [0x78, 0x9c]],
  ['deflate', [0x78, 0xda]],
]

const MOST_ENCODINGS = 3

/**
 * The bytes of a body without its content encodings, whether its sender names them or not. Where what is named is
 * no compression, or is not used, the body is taken as it is.
 * @param contentEncoding the header
 * @param maxBytes of the result
 * @returns `encoded` where it is compressed and can't be inflated
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

/** @throws where an encoding that is used can't be undone */
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

/** Undoes what nobody named: a proxy may compress again what came compressed. */
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

/** Whether its first bytes tell what it is: those of brotli and deflate are like any others. */
const isKnown = (bytes: Uint8Array, names: readonly string[]): boolean =>
  isUtf8(bytes) || signatureOf(bytes) !== undefined || !names.some(name => withoutSignature(name))

const withoutSignature = (name: string): boolean => name === 'br' || name === 'deflate'

function inflateOne(bytes: Uint8Array, name: string, maxOutputLength: number): Promise<Uint8Array> {
  const decode = encodings[name]
  if (!decode) throw new Error('an unknown encoding')
  return decode(bytes, { maxOutputLength })
}

function signatureOf(body: Uint8Array): string | undefined {
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
