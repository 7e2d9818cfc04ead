import { request as requestHttp, type Server } from 'node:http'
import { connectTo } from './memory-socket.ts'

/**
 * `fetch` for a server of this process, without a socket of the operating system.
 * @param root every address below it is the server's
 * @throws TypeError for any other address, and while there is no server
 */
export function memoryFetch(root: string, server: () => Server | undefined): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init)
    const to = server()
    if (!to || !asked.url.startsWith(root)) throw new TypeError('fetch failed')
    const body = Buffer.from(await asked.arrayBuffer())
    const { pathname, search, host } = new URL(asked.url)
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    requestHttp({
      createConnection: () => connectTo(to),
      method: asked.method,
      path: pathname + search,
      headers: { ...Object.fromEntries(asked.headers), host, 'content-length': body.length },
    })
      .on('response', answer => {
        const chunks: Uint8Array[] = []
        answer.on('data', (chunk: Uint8Array) => chunks.push(chunk)).on('error', reject)
        answer.on('end', () => {
          const headers = new Headers()
          for (let at = 0; at < answer.rawHeaders.length; at += 2)
            headers.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '')
          const status = answer.statusCode ?? 0
          const content = [101, 204, 205, 304].includes(status) ? null : Buffer.concat(chunks)
          resolve(new Response(content, { status, headers }))
        })
      })
      .on('error', cause => reject(new TypeError('fetch failed', { cause })))
      .end(body)
    return promise
  }
}
