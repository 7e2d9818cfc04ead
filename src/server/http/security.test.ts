// @module-tag server
import { describe, expect, it } from 'vitest'
import { createTestRoutes } from '../../../tests/support/test-routes.ts'

async function startServer({ publicUrl = 'https://alertas.example', trustProxy = 0 } = {}) {
  const { app, logged, serve } = createTestRoutes({ publicUrl, trustProxy })
  app.all('/api/thing', c => c.json(c.get('client')))
  app.post('/webhooks/1', c => c.body(null, 202))
  app.get('/page', c => c.text(c.get('secureHeadersNonce') ?? ''))
  const server = await serve()
  return {
    logged,
    host: `127.0.0.1:${server.port}`,
    ask: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

describe('the origin check', () => {
  it('refuses a request from another site, in Spanish', async () => {
    await using server = await startServer()
    const answer = await server.ask('/api/thing', { Origin: 'https://evil.example' }, 'POST')
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({
      defined: false,
      code: 'ORIGIN_REFUSED',
      status: 403,
      message: expect.stringContaining('https://alertas.example'),
    })
  })

  it.each([
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1' },
    { Origin: 'https://alertas.example.evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Referer: 'https://evil.example/alertas.example' },
  ])('refuses %o', async headers => {
    await using server = await startServer()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await server.ask('/api/thing', headers, method)).status).toBe(403)
  })

  it.each([
    { Origin: 'https://alertas.example' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { Referer: 'https://alertas.example/connections?a=b' },
    {},
  ])('lets %o through', async headers => {
    await using server = await startServer()
    expect((await server.ask('/api/thing', headers, 'POST')).status).toBe(200)
  })

  it('trusts the host that the request was sent to, under either scheme', async () => {
    await using server = await startServer()
    for (const scheme of ['http', 'https']) {
      const headers = { Origin: `${scheme}://${server.host}` }
      expect((await server.ask('/api/thing', headers, 'POST')).status).toBe(200)
    }
  })

  it('skips GET requests and webhooks', async () => {
    await using server = await startServer()
    const foreign = { Origin: 'https://evil.example' }
    expect((await server.ask('/api/thing', foreign)).status).toBe(200)
    expect((await server.ask('/webhooks/1', foreign, 'POST')).status).toBe(202)
  })
})

describe('the security headers', () => {
  it('give the page the nonce of its own policy, a new one each time', async () => {
    await using server = await startServer()
    const [first, second] = [await server.ask('/page'), await server.ask('/page')]
    const policy = first.headers.get('content-security-policy')
    const nonce = await first.text()
    expect(nonce).toMatch(/^[\w+/]{22}==$/)
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`)
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(await second.text()).not.toBe(nonce)
  })

  it('demand HTTPS only from clients that came by it', async () => {
    await using server = await startServer({ trustProxy: 1 })
    const plain = await server.ask('/page')
    const secure = await server.ask('/page', { 'X-Forwarded-Proto': 'https' })
    expect(plain.headers.get('strict-transport-security')).toBeNull()
    expect(secure.headers.get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    )
    expect(plain.headers.get('referrer-policy')).toBe('same-origin')
    expect(plain.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('the identity of a client', () => {
  it('comes from the socket; an untrusted forwarded address is logged once', async () => {
    await using server = await startServer()
    const forged = { 'X-Forwarded-For': '198.51.100.7', 'X-Forwarded-Proto': 'https' }
    for (let time = 0; time < 3; time++) {
      const answer = await server.ask('/api/thing', forged)
      expect(await answer.json()).toEqual({
        address: '127.0.0.1',
        network: '127.0.0.1',
        scheme: 'http',
      })
    }
    expect(server.logged.filter(line => line.includes('TRUST_PROXY'))).toHaveLength(1)
  })

  it('comes from a trusted proxy', async () => {
    await using server = await startServer({ trustProxy: 1 })
    const forwarded = { 'X-Forwarded-For': 'x, 198.51.100.7', 'X-Forwarded-Proto': 'https' }
    const answer = await server.ask('/api/thing', forwarded)
    expect(await answer.json()).toEqual({
      address: '198.51.100.7',
      network: '198.51.100.7',
      scheme: 'https',
    })
    expect(server.logged).toEqual([])
  })
})
