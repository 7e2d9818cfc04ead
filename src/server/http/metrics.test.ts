import { expect, it } from 'vitest'
import { metricsRoutes } from './metrics.ts'

const TOKEN = 'a-token-of-some-letters'
const LOCAL = 'http://localhost:8080'

type Asking = {
  from?: string
  host?: string
  headers?: Record<string, string>
  token?: string
  publicUrl?: string
}

function ask({
  from = '127.0.0.1',
  host = 'localhost:8080',
  headers = {},
  token,
  publicUrl = LOCAL,
}: Asking) {
  const routes = metricsRoutes({ scrape: async () => 'up 1\n', metricsToken: token, publicUrl })
  const incoming = { socket: { remoteAddress: from }, headers: { host, ...headers } }
  return routes.request('/metrics', {}, { incoming })
}

it.each<Asking>([
  {},
  { from: '::1', host: '[::1]:8080' },
  { from: '::ffff:127.0.0.1', host: '127.0.0.1:8080' },
  { from: '127.8.9.1', publicUrl: 'http://127.0.0.1:9000' },
])('answers a local program if METRICS_TOKEN is not set: %j', async asking => {
  const answer = await ask(asking)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(await answer.text()).toBe('up 1\n')
})

it.each<[string, Asking]>([
  ['another machine', { from: '192.168.1.9' }],
  [
    'another machine that names itself as this one',
    { from: '10.0.0.1', headers: { host: 'localhost' } },
  ],
  ['what an address only begins like', { from: '::ffff:10.127.0.1' }],
  ['a peer that is gone', { from: '' }],
  ['somebody through a proxy here', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  [
    'somebody through a proxy here that says so otherwise',
    { headers: { forwarded: 'for=127.0.0.1' } },
  ],
  ['somebody through a tunnel here', { headers: { 'cf-connecting-ip': '127.0.0.1' } }],
  ['a page whose name leads here', { host: 'evil.example' }],
  ['a page whose name looks like ours', { host: 'localhost.evil.example:8080' }],
  ['one that sends no host', { host: '' }],
  ['anybody where the address is public', { publicUrl: 'https://avisos.example.com' }],
  [
    'a token where none is set',
    { from: '10.0.0.1', headers: { authorization: `Bearer ${TOKEN}` } },
  ],
])('refuses others if METRICS_TOKEN is not set: %s', async (_who, asking) => {
  const answer = await ask(asking)
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ code: 'METRICS_CLOSED', status: 403 })
})

it('answers a client that sends METRICS_TOKEN, from anywhere', async () => {
  const shown = { token: TOKEN, headers: { authorization: `Bearer ${TOKEN}` } }
  const from = {
    from: '203.0.113.7',
    host: 'avisos.example.com',
    publicUrl: 'https://avisos.example.com',
  }
  expect((await ask({ ...from, ...shown })).status).toBe(200)
  const forwarded = { ...shown.headers, 'x-forwarded-for': '203.0.113.8' }
  expect((await ask({ token: TOKEN, headers: forwarded })).status).toBe(200)
})

it.each([
  undefined,
  '',
  TOKEN,
  `Basic ${TOKEN}`,
  `Bearer ${TOKEN}x`,
  `Bearer ${TOKEN.slice(1)}`,
  'Bearer ',
  'Bearer undefined',
])('refuses any other authorization, even on this machine: %s', async authorization => {
  const answer = await ask({
    token: TOKEN,
    headers: authorization === undefined ? {} : { authorization },
  })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  expect(await answer.text()).not.toContain(TOKEN)
})

it('answers simultaneous scrapes with one reading', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  let scrapes = 0
  const scrape = () => {
    scrapes += 1
    return promise
  }
  const routes = metricsRoutes({ scrape, metricsToken: undefined, publicUrl: LOCAL })
  const incoming = { socket: { remoteAddress: '::1' }, headers: { host: 'localhost' } }
  const asked = Array.from({ length: 100 }, () => routes.request('/metrics', {}, { incoming }))
  await new Promise(setImmediate)
  resolve('up 1\n')
  const answers = await Promise.all(asked)
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(scrapes).toBe(1)
})
