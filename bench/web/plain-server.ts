import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const HEAD =
  '<!doctype html><html lang="es"><meta name="viewport" content="width=device-width"><title>a</title><h1>a</h1><p>'

export type PlainServer = AsyncDisposable & {
  /** URL of a plain HTML page of this size. */
  page: (bytes: number) => string
}

/** Serves text only: the least time that a browser takes for as many bytes. */
export async function startPlainServer(): Promise<PlainServer> {
  const server = createServer((request, response) => {
    const bytes = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('bytes'))
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    response.end(HEAD + 'palabra '.repeat(bytes / 8).slice(HEAD.length))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    page: bytes => `http://127.0.0.1:${port}/?bytes=${Math.round(bytes)}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
