import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { compressAnswers } from './compress.ts'

const publicUrl = 'https://alertas.example'
const long = { texts: Array.from({ length: 200 }, (_, nth) => `Alerta ${nth}`) }

const routes = new Hono()
routes.use('/api/*', compressAnswers({ publicUrl }))
routes.all('/api/long', c => c.json(long))
routes.get('/api/short', c => c.json({ texts: [] }))
routes.get('/api/none', c => c.body(null, 204))
routes.get('/api/events', c => c.text(': latido\n'.repeat(500), 200, EVENTS))
routes.get('/api/made', c => c.json(long, 200, { 'content-encoding': 'gzip' }))

const EVENTS = { 'content-type': 'text/event-stream' }
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd', host: 'alertas.example' }
const ask = (path: string, headers: Record<string, string> = BROWSER, method = 'GET') =>
  routes.request(`${publicUrl}/api/${path}`, { method, headers })

const encodingOf = async (...args: Parameters<typeof ask>) =>
  (await ask(...args)).headers.get('content-encoding')

describe('a GET request', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
    ['deflate', null, (plain: Buffer) => plain],
    ['identity', null, (plain: Buffer) => plain],
  ])('accepting %s gets the encoding %s', async (accepted, encoding, read) => {
    const answer = await ask('long', { 'accept-encoding': accepted })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('content-type')).toBe('application/json')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(JSON.parse(read(bytes).toString())).toEqual(long)
    if (encoding) expect(bytes.length).toBeLessThan(JSON.stringify(long).length / 3)
  })

  it.each(['short', 'none', 'events'])('gets the answer «%s» uncompressed', async path => {
    expect(await encodingOf(path)).toBeNull()
  })

  it('gets an already compressed answer unchanged', async () => {
    const answer = await ask('made')
    expect(await answer.json()).toEqual(long)
  })
})

it.each(['POST', 'PATCH', 'DELETE'])('leaves the answer to %s uncompressed', async method => {
  expect(await encodingOf('long', BROWSER, method)).toBeNull()
})

describe('a request with a cookie', () => {
  const withCookie = { ...BROWSER, cookie: 'session=a' }

  it.each([
    { 'sec-fetch-site': 'same-origin' },
    { referer: `${publicUrl}/alerts` },
    { referer: 'http://alertas.example/alerts' },
  ])('gets a compressed answer if sent by our own page: %o', async sign => {
    expect(await encodingOf('long', { ...withCookie, ...sign })).toBe('br')
  })

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', referer: `${publicUrl}/alerts` },
    { referer: 'https://evil.example/alertas.example' },
    {},
  ])('gets an uncompressed answer if sent by any other page: %o', async sign => {
    expect(await encodingOf('long', { ...withCookie, ...sign })).toBeNull()
  })
})
