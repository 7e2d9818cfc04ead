import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { isAskedByOwnPage } from './security.ts'

/** Smaller answers are not compressed, because their headers dominate. */
const LEAST_BYTES = 1_024
/** Takes a tenth of the time of the best quality; typical lists become a twentieth larger. */
const QUALITY = 4

const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)

/**
 * Compresses JSON answers to GET, unless a page of another site may have made the browser send the request: the
 * length could reveal content that the page must not read (BREACH). Runs on libuv's thread pool, where no
 * webhook waits.
 */
export function compressAnswers({ publicUrl }: { publicUrl: string }): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { headers } = c.req.raw
    const isLeftOut =
      c.req.method !== 'GET' ||
      (headers.has('cookie') &&
        !isAskedByOwnPage(headers, { publicUrl, ownHost: headers.get('host') ?? '' }))
    if (isLeftOut || c.res.headers.has('content-encoding')) return
    if (c.res.headers.get('content-type')?.startsWith('application/json'))
      c.res = await compress(c, c.res)
  }
}

/** Compresses an answer if the client accepts that and it is worthwhile. Reads the whole body. */
export async function compress(c: Context, answer: Response): Promise<Response> {
  const { headers, status } = answer
  const accepted = parseAccept(c.req.header('accept-encoding') ?? '').filter(({ q }) => q > 0)
  const encoding = ['br', 'gzip'].find(name => accepted.some(({ type }) => type === name))
  headers.append('vary', 'Accept-Encoding')
  if (!encoding || answer.body === null) return answer
  const plain = Buffer.from(await answer.arrayBuffer())
  if (plain.length < LEAST_BYTES) return new Response(plain, { headers, status })
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY }
  const short = await (encoding === 'br' ? inBrotli(plain, { params }) : inGzip(plain))
  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  return new Response(new Uint8Array(short), { headers, status })
}
