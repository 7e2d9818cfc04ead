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

/** The first bytes of encodings that no text begins with. */
const signatures: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
]

const MOST_ENCODINGS = 3

/**
 * The bytes of a body without its content encodings, whether its sender names them or not. A body that is
 * UTF-8 is taken as it is where the encoding that is named does not fit.
 * @param contentEncoding the header
 * @param maxBytes of the result
 * @returns `encoded` where it can't be inflated
 */
export async function inflateBody(
  bytes: Uint8Array,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Uint8Array | 'encoded' | 'too-large'> {
  const names = contentEncoding === undefined ? signatureOf(bytes) : listed(contentEncoding)
  if (names.length === 0 || bytes.length === 0) return bytes
  try {
    if (names.length > MOST_ENCODINGS) return 'encoded'
    let inflated = bytes
    for (const name of names.toReversed()) inflated = await inflateOne(inflated, name, maxBytes)
    return inflated
  } catch (error) {
    if (isTooLarge(error)) return 'too-large'
    return isUtf8(bytes) ? bytes : 'encoded'
  }
}

function inflateOne(bytes: Uint8Array, name: string, maxOutputLength: number): Promise<Uint8Array> {
  const decode = encodings[name]
  if (!decode) throw new Error('an unknown encoding')
  return decode(bytes, { maxOutputLength })
}

const signatureOf = (body: Uint8Array): string[] =>
  signatures
    .filter(([, bytes]) => bytes.every((byte, place) => body[place] === byte))
    .map(([name]) => name)

const listed = (contentEncoding: string): string[] =>
  contentEncoding
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'identity')

const isTooLarge = (error: unknown): boolean => errorCode(error) === 'ERR_BUFFER_TOO_LARGE'
