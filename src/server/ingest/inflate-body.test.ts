import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { inflateBody } from './inflate-body.ts'

const TEXT = '{"symbol":"BTC","note":"año"}'
const MOST = 1_000

const text = async (bytes: Uint8Array, encoding?: string) => {
  const inflated = await inflateBody(bytes, encoding, MOST)
  return typeof inflated === 'string' ? inflated : Buffer.from(inflated).toString()
}

describe('inflateBody', () => {
  it.each([
    ['gzip', gzipSync(TEXT)],
    ['X-GZIP', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['deflate', deflateRawSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['zstd', zstdCompressSync(TEXT)],
    ['deflate, gzip', gzipSync(deflateSync(TEXT))],
    [undefined, gzipSync(TEXT)],
    [undefined, zstdCompressSync(TEXT)],
    ['identity', Buffer.from(TEXT)],
    [undefined, Buffer.from(TEXT)],
    // A sender that names an encoding and does not use it.
    ['gzip', Buffer.from(TEXT)],
    ['br', Buffer.from(TEXT)],
    ['compress', Buffer.from(TEXT)],
    ['br', gzipSync(TEXT)],
    // A proxy that compresses a compressed body again and names only one encoding, or omits both.
    ['gzip', gzipSync(gzipSync(TEXT))],
    ['br', brotliCompressSync(gzipSync(TEXT))],
    [undefined, gzipSync(gzipSync(TEXT))],
    ['identity', gzipSync(TEXT)],
    ['', gzipSync(TEXT)],
    [undefined, deflateSync(TEXT)],
  ])('reads a body in %s', async (encoding, bytes) => {
    expect(await text(bytes, encoding)).toBe(TEXT)
  })

  it.each([
    ['gzip', gzipSync(TEXT).subarray(0, 20)],
    ['br', brotliCompressSync(TEXT).subarray(0, 20)],
    ['deflate', deflateRawSync(TEXT).subarray(0, 20)],
    ['compress', Buffer.from([0x1f, 0x9d, 0x90, 0x80])],
    ['gzip, gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(gzipSync(TEXT))))],
    [undefined, Buffer.from([0x1f, 0x8b, 8, 0, 1])],
    [undefined, gzipSync(gzipSync(gzipSync(gzipSync(TEXT))))],
  ])('gives up on a body in %s that cannot be inflated', async (encoding, bytes) => {
    expect(await text(bytes, encoding)).toBe('encoded')
  })

  it.each([
    ['windows-1252', 'latin1'],
    ['utf-16', 'utf16le'],
    ['gzip', 'latin1'],
    [undefined, 'latin1'],
  ] as const)(
    'returns a text that is not UTF-8 unchanged, to be decoded (%s, %s)',
    async (encoding, charset) => {
      for (const written of ['Añadir 5 €', 'xÚltima', TEXT]) {
        const bytes = Buffer.from(written, charset)
        expect(await inflateBody(bytes, encoding, MOST)).toEqual(bytes)
      }
    },
  )

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('inflates %s up to the limit', async (encoding, compress) => {
    expect(await text(compress('a'.repeat(MOST)), encoding)).toHaveLength(MOST)
    expect(await text(compress('a'.repeat(MOST + 1)), encoding)).toBe('too-large')
    expect(await text(compress('a'.repeat(5_000_000)), encoding)).toBe('too-large')
  })

  it('leaves an empty body empty', async () => {
    expect(await text(new Uint8Array(), 'gzip')).toBe('')
  })
})
