// @module-tag server
import { request } from 'node:http'
import { expect, it } from 'vitest'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'

const TEXT = /^(text\/|application\/(javascript|xml))/

it('every answer has a type, nosniff, a ban on framing and its own request id', async () => {
  await using stage = await startTestApp()
  const trader = await signUp(stage)
  const { webhookUrl } = await trader.connect(stage.botApi)
  const post = (body: string) => ({ method: 'POST', body })
  const asked: [string, RequestInit?][] = [
    ['/'],
    ['/alerts'],
    ['/nothing.txt'],
    ['/assets/nothing.js'],
    ['/healthz'],
    ['/readyz'],
    ['/api/openapi.json'],
    ['/api/reference'],
    ['/api/connections'],
    ['/api/connections', { headers: { cookie: trader.cookie } }],
    ['/api/alerts/export?format=csv', { headers: { cookie: trader.cookie } }],
    ['/api/templates', { ...post('['), headers: { cookie: trader.cookie } }],
    ['/api/nothing'],
    ['/api/auth/get-session'],
    ['/api/auth/sign-in/email', post('{}')],
    ['/api/auth/nothing'],
    ['/webhooks/nothing', post('{}')],
    [new URL(webhookUrl).pathname],
    [new URL(webhookUrl).pathname, post('{"a":1}')],
    [new URL(webhookUrl).pathname, post('')],
    [new URL(webhookUrl).pathname, post(' '.repeat(100_000))],
  ]
  const requestIds = new Set<string>()
  for (const [path, init] of asked) {
    const { headers } = await fetch(`${stage.url}${path}`, init)
    const type = headers.get('content-type') ?? ''
    const told = `${init?.method ?? 'GET'} ${path}`
    expect(headers.get('x-content-type-options'), told).toBe('nosniff')
    expect(headers.get('content-security-policy'), told).toMatch(/frame-ancestors 'none'/)
    expect(type, told).not.toBe('')
    requestIds.add(headers.get('x-request-id') ?? '')
    if (TEXT.test(type)) expect(type, told).toMatch(/charset=utf-8$/i)
  }
  expect(requestIds.size).toBe(asked.length)
  for (const id of requestIds) expect(id).toMatch(/^[0-9a-f]{16}$/)
})

it('TRACE is answered 404 without an echo of the request', async () => {
  await using stage = await startTestApp()
  const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string]>()
  request(`${stage.url}/alerts`, { method: 'TRACE', headers: { Cookie: 'a=secreto' } }, answer => {
    let text = ''
    answer.setEncoding('utf8').on('data', part => {
      text += part
    })
    answer.on('end', () => resolve([answer.statusCode, text]))
  })
    .on('error', reject)
    .end()
  const [status, text] = await promise
  expect(status).toBe(404)
  expect(text).not.toContain('secreto')
})

it('answers are compressed for same-origin requests only, streams never', async () => {
  await using stage = await startTestApp()
  const { cookie } = await signUp(stage)
  const ask = async (path: string, site: string) => {
    const leave = new AbortController()
    const headers = { cookie, 'sec-fetch-site': site, 'accept-encoding': 'gzip, deflate, br' }
    const answer = await fetch(`${stage.url}${path}`, { headers, signal: leave.signal })
    const encoding = answer.headers.get('content-encoding')
    const text = path === '/api/events' ? '' : await answer.text()
    leave.abort()
    return { encoding, text }
  }
  const ours = await ask('/api/templates', 'same-origin')
  const others = await ask('/api/templates', 'cross-site')
  expect(ours).toEqual({ encoding: 'br', text: others.text })
  expect(others.encoding).toBeNull()
  expect((await ask('/api/events', 'same-origin')).encoding).toBeNull()
})
