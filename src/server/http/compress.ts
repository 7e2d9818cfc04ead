import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { isAskedByOwnPage } from './security.ts'

/** Below it the answer's headers are what counts. */
const LEAST_BYTES = 1_024
/** Takes a tenth of the time that the best takes, and of typical lists a twentieth more room. */
const QUALITY = 4

const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)

/**
 * Compresses what was answered to a GET, but for what a page of another site may have made the browser
 * ask for: from how long that is it could guess what it must not read (BREACH). Done on the threads of
 * libuv's pool, where no webhook waits.
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

/** The same answer, shorter, where the client takes that and it is worth it. Its body is read whole. */
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
