// @module-tag server
import dns from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { selfSigned } from '../../../tests/support/certificate.ts'
import { startSlowHandshake } from '../../../tests/support/slow-handshake.ts'
import { createPostJson } from './post-json.ts'

type Answer = (error: null, addresses: { address: string; family: number }[]) => void

const ENOUGH_MS = 20_000

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    root: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

it('posts JSON below the root, and reads an answer that comes byte by byte', async () => {
  await using server = await serve(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { method, url, headers } = request
    const seen = JSON.stringify({ method, url, type: headers['content-type'], body })
    response.writeHead(201)
    for (const byte of Buffer.from(seen)) response.write(Buffer.of(byte))
    response.end()
  })
  const { status, text } = await createPostJson(`${server.root}/bots`, ENOUGH_MS)('/a', '"año 🔔"')
  expect({ status, ...JSON.parse(text) }).toEqual({
    status: 201,
    method: 'POST',
    url: '/bots/a',
    type: 'application/json',
    body: '"año 🔔"',
  })
})

it('reuses a connection', async () => {
  const ports = new Set<number | undefined>()
  await using server = await serve((request, response) => {
    ports.add(request.socket.remotePort)
    request.resume().on('end', () => response.end('{}'))
  })
  const post = createPostJson(server.root, ENOUGH_MS)
  for (let count = 0; count < 5; count += 1) await post('/', '{}')
  expect(ports.size).toBe(1)
})

it('reports a broken reused TLS connection as stale and the request as maybe sent', async () => {
  const certificate = selfSigned('localhost', 60)
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, certificate.cert])
  onTestFinished(() => setDefaultCACertificates(trusted))
  let count = 0
  const server = createSecureServer(certificate, (request, response) => {
    count += 1
    if (count === 1) response.end('{}')
    else request.socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const post = createPostJson(`https://localhost:${port}`, ENOUGH_MS)
  expect(await post('/', '{}')).toEqual({ status: 200, text: '{}' })
  await expect(post('/', '{}')).rejects.toMatchObject({ neverLeft: false, isStale: true })
  expect(count).toBe(2)
})

it('returns an empty text for an answer over 1 MB, and closes its connection', async () => {
  const closed = Promise.withResolvers<void>()
  await using server = await serve((_request, response) => {
    response.on('close', closed.resolve)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  })
  expect(await createPostJson(server.root, ENOUGH_MS)('/', '{}')).toEqual({ status: 200, text: '' })
  await closed.promise
})

it('applies one timeout to request and answer together', async () => {
  await using server = await serve((_request, response) => {
    const trickle = setInterval(() => response.write(' '), 5)
    response.on('close', () => clearInterval(trickle))
  })
  await expect(createPostJson(server.root, 2_000)('/', '{}')).rejects.toMatchObject({
    isTimeout: true,
    neverLeft: false,
    status: 200,
  })
})

it('rejects with the status when an answer breaks off', async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('{', () => response.destroy())
  })
  await expect(createPostJson(server.root, ENOUGH_MS)('/', '{}')).rejects.toMatchObject({
    isTimeout: false,
    neverLeft: false,
    status: 200,
  })
})

it('connects by IPv4 when its handshake is slow and the IPv6 address is dead', async () => {
  await using server = await startSlowHandshake()
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, _options: object, answer: Answer) =>
    answer(null, addresses)) as never)
  onTestFinished(() => void vi.restoreAllMocks())
  const posted = createPostJson(`http://telegram.test:${server.port}`, ENOUGH_MS)('/', '{}')
  setTimeout(server.wake, 700)
  expect(await posted).toEqual({ status: 200, text: '{}' })
})

describe('through a proxy', () => {
  /** @param answer the proxy's answer to CONNECT */
  async function stage(answer: 'through' | 'refuses' | 'cuts', before = Promise.resolve()) {
    const certificate = selfSigned('telegram.test', 60)
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, certificate.cert])
    onTestFinished(() => setDefaultCACertificates(trusted))
    const server = createSecureServer(certificate, (_, response) => response.end('{}'))
    const asked: (string | undefined)[] = []
    const proxy = createServer().on('connect', async (request, socket) => {
      asked.push(request.url)
      await before
      if (answer === 'cuts') return socket.destroy()
      if (answer === 'refuses')
        return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      const onwards = connect(portOf(server), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        onwards.pipe(socket).pipe(onwards)
      })
      return onwards
    })
    for (const one of [server, proxy]) {
      await once(one.listen(0, '127.0.0.1'), 'listening')
      onTestFinished(() => {
        one.closeAllConnections()
        one.close()
      })
    }
    const address = `http://127.0.0.1:${portOf(proxy)}`
    return { asked, post: createPostJson('https://telegram.test', ENOUGH_MS, { proxy: address }) }
  }
  const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port

  it('posts, and reuses the connection', async () => {
    const { asked, post } = await stage('through')
    expect(await post('/', '{}')).toEqual({ status: 200, text: '{}' })
    expect(await post('/', '{}')).toEqual({ status: 200, text: '{}' })
    expect(asked).toEqual(['telegram.test:443'])
  })

  it('waits for the tunnel as long as for an answer', { tags: ['extended'] }, async () => {
    const { promise: before, resolve } = Promise.withResolvers<void>()
    const { post } = await stage('through', before)
    const timer = setTimeout(resolve, 4_500)
    onTestFinished(() => clearTimeout(timer))
    expect(await post('/', '{}')).toEqual({ status: 200, text: '{}' })
  })

  it.each(['refuses', 'cuts'] as const)(
    'reports the request as unsent when the proxy %s',
    async answer => {
      const { post } = await stage(answer)
      await expect(post('/', '{}')).rejects.toMatchObject({ neverLeft: true })
    },
  )
})

it('aborts on its signal, and answers a request beside 300 pending ones', async () => {
  let waiting = 0
  const all = Promise.withResolvers<void>()
  await using server = await serve((request, response) => {
    if (request.url === '/quick') response.end('{}')
    else if (++waiting === 300) all.resolve()
  })
  const post = createPostJson(server.root, ENOUGH_MS)
  const giveUp = new AbortController()
  const polls = Array.from({ length: 300 }, () => post('/poll', '{}', giveUp.signal))
  await all.promise
  expect((await post('/quick', '{}')).text).toBe('{}')
  giveUp.abort()
  const ends = await Promise.allSettled(polls)
  expect(ends.every(({ status }) => status === 'rejected')).toBe(true)
  await expect(post('/poll', '{}', giveUp.signal)).rejects.toMatchObject({ neverLeft: true })
})
