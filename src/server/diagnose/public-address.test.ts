// @module-tag server
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProof, isSameInstallation } from '#server/base/same-installation.ts'
import { selfSigned, signedBelowUnknown } from '../../../tests/support/certificate.ts'
import { startTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { askAddress } from './ask-address.ts'
import { checkPublicAddress } from './public-address.ts'

const certificates = {
  good: selfSigned('localhost', 60),
  ending: selfSigned('localhost', 5.5),
  'ending tomorrow': selfSigned('localhost', 1.5),
  'ending today': selfSigned('localhost', 0.5),
  expired: selfSigned('localhost', -3),
  'of another name': selfSigned('otro.example.com', 60),
  'of nobody': selfSigned('localhost', 60),
  'of an authority that nobody knows': signedBelowUnknown('localhost', 60),
}
const trusted = getCACertificates('default')

let stage: TestApp

beforeAll(async () => {
  const unknown = ['of nobody', 'of an authority that nobody knows']
  const known = Object.entries(certificates).filter(([which]) => !unknown.includes(which))
  setDefaultCACertificates([...trusted, ...known.map(([, { cert }]) => cert)])
  stage = await startTestApp()
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await stage[Symbol.asyncDispose]()
})

describe('the certificate of the public address', () => {
  it.each([
    ['good', 'ok', 'Vale, y caduca dentro de 59 días.'],
    ['ending', 'wrong', 'Caduca dentro de 5 días, y nadie lo ha renovado aún.'],
    ['ending tomorrow', 'wrong', 'Caduca dentro de 1 día, y nadie lo ha renovado aún.'],
    ['ending today', 'wrong', 'Caduca antes de un día, y nadie lo ha renovado aún.'],
    ['expired', 'wrong', 'Ha caducado.'],
    ['of another name', 'wrong', 'Es de otro nombre, no de localhost.'],
    ['of nobody', 'wrong', 'No lo firma ninguna autoridad reconocida.'],
    ['of an authority that nobody knows', 'wrong', 'No lo firma ninguna autoridad reconocida.'],
  ] as const)('is reported when it is %s', async (which, state, detail) => {
    await using proxy = await listening(
      createSecureServer(certificates[which], toPregonero),
      'https',
    )
    const findings = await look(proxy.url)
    expect(findings.Certificado).toEqual([state, detail])
    expect(findings.Respuesta?.[0]).toBe('ok')
  })
})

describe('the answer of the public address', () => {
  const page = (status: number, headers = {}) =>
    ((_incoming, outgoing) => outgoing.writeHead(status, headers).end('x')) as RequestListener

  it.each([
    ['this Pregonero', toPregonero, 'ok', /^Este Pregonero responde ahí, en \d+ ms/],
    ['another program', page(200), 'wrong', /^Responde otro programa, .* \(200 en/],
    ['a program that knows no POST', page(405), 'wrong', /^Responde otro programa, .* \(405 en/],
    [
      'a program without such an address',
      page(404),
      'wrong',
      /^Responde otro programa, .*anterior/,
    ],
    ['a gate against programs', blockingPrograms, 'wrong', /^Cloudflare para .* \(403\)/],
    [
      'a page for people',
      page(503, { Server: 'cloudflare' }),
      'wrong',
      /^Cloudflare para .* \(503\)/,
    ],
    ['a gate of somebody else', page(403), 'wrong', /^Responde otro programa, .* \(403 en/],
    ['a password', page(401), 'wrong', /^Responde otro programa, .* \(401 en/],
    ['a redirect', page(301, { Location: 'https://x.example/' }), 'wrong', /^Redirige .* \(301\)/],
    [
      'a tunnel alone',
      page(530, { Server: 'cloudflare' }),
      'wrong',
      /^Responde el proxy .* \(530\)/,
    ],
    ['a proxy alone', page(502), 'wrong', /^Responde el proxy que no llega a Pregonero \(502\)/],
  ] as const)('is recognised as %s', async (_who, listener, state, detail) => {
    await using server = await listening(createServer(listener), 'http')
    const { Respuesta: [found, said] = [] } = await look(server.url)
    expect([found, said]).toEqual([state, expect.stringMatching(detail)])
  })

  it('is requested with the headers of TradingView', async () => {
    const asked: IncomingMessage[] = []
    await using server = await listening(
      createServer((incoming, outgoing) => {
        asked.push(incoming)
        toPregonero(incoming, outgoing)
      }),
      'http',
    )
    await look(server.url)
    expect(asked).toMatchObject([
      {
        method: 'POST',
        headers: {
          'user-agent': 'Go-http-client/1.1',
          'content-type': 'application/json; charset=utf-8',
          'accept-encoding': 'gzip',
        },
      },
    ])
  })

  it('is wrong if it comes from a Pregonero with another key', async () => {
    const { findings } = await checkPublicAddress(stage.url, createProof(['x'.repeat(40)]))
    expect(findings).toContainEqual(
      expect.objectContaining({
        what: 'Respuesta',
        state: 'wrong',
        detail: expect.stringContaining('no es este'),
      }),
    )
  })

  it('is accepted during a key change, with either key first on the ring', async () => {
    const newKey = 'n'.repeat(40)
    const proofs = [
      [stage.secretKey, newKey],
      [newKey, stage.secretKey],
    ] as const
    for (const ring of proofs) {
      const { findings } = await checkPublicAddress(stage.url, createProof(ring))
      expect(findings).toContainEqual(expect.objectContaining({ what: 'Respuesta', state: 'ok' }))
    }
    const challenge = randomBytes(16).toString('base64url')
    const [first, second] = proofs.map(ring => createProof(ring)(challenge) ?? '')
    expect(isSameInstallation(first ?? '', second ?? '')).toBe(true)
    expect(isSameInstallation(first ?? '', createProof([newKey])(challenge) ?? '')).toBe(true)
    expect(isSameInstallation(first ?? '', createProof(['x'.repeat(40)])(challenge) ?? '')).toBe(
      false,
    )
  })

  it('is reported as missing if the connection is refused', async () => {
    const server = await listening(createServer(), 'http')
    await server[Symbol.asyncDispose]()
    const { Respuesta: [state, detail] = [] } = await look(server.url)
    expect([state, detail]).toEqual(['wrong', expect.stringContaining('(ECONNREFUSED)')])
  })
})

it('reports address, name and answer, and the view from outside as unknown', async () => {
  const name = 'http://pregonero.invalid:8080'
  const { findings } = await checkPublicAddress(name, undefined)
  expect(findings.map(({ what, state }) => [what, state])).toEqual([
    ['Dirección', 'wrong'],
    ['Nombre', expect.stringMatching(/wrong|unknown/)],
    ['Respuesta', 'wrong'],
    ['Desde fuera', 'unknown'],
  ])
})

it('fails with ETIMEDOUT if the server does not answer within the limit', async () => {
  await using server = await listening(
    createServer(() => {}),
    'http',
  )
  const answer = await askAddress(new URL(server.url), { family: 4, limit: 50 })
  expect(answer.failed).toBe('ETIMEDOUT')
})

/** State and detail of each finding by title. */
async function look(url: string): Promise<Record<string, [state: string, detail: string]>> {
  const { findings } = await checkPublicAddress(url, createProof([stage.secretKey]))
  return Object.fromEntries(findings.map(({ what, state, detail }) => [what, [state, detail]]))
}

/** Blocks Go clients, as Cloudflare's bot protection does. */
function blockingPrograms(...[incoming, outgoing]: Parameters<RequestListener>): void {
  if (!/^Go-http-client/.test(incoming.headers['user-agent'] ?? '')) toPregonero(incoming, outgoing)
  else outgoing.writeHead(403, { 'cf-mitigated': 'challenge' }).end('Just a moment...')
}

/** Reverse proxy in front of Pregonero. */
function toPregonero(...[incoming, outgoing]: Parameters<RequestListener>): void {
  const { method = 'GET', headers, url = '/' } = incoming
  const onwards = request(new URL(url, stage.url), { method, headers }, answer => {
    outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
    answer.pipe(outgoing)
  })
  incoming.pipe(onwards)
}

async function listening(server: Server & { closeAllConnections(): void }, scheme: string) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${scheme}://localhost:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      if (server.listening) await once(server.close(), 'close')
    },
  }
}
