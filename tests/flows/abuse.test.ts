// @module-tag server
import { once } from 'node:events'
import { request } from 'node:http'
import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { contract } from '#shared/contract/contract.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'

let stage: TestApp
let trader: Trader

beforeAll(async () => {
  stage = await startTestApp()
  trader = await signUp(stage)
})
afterAll(() => stage[Symbol.asyncDispose]())

const send = (
  method: string,
  path: string,
  body: BodyInit | undefined,
  { cookie = trader.cookie, type = 'application/json' } = {},
) =>
  fetch(`${stage.url}/api${path}`, {
    method,
    headers: { cookie, 'content-type': type },
    ...(body === undefined ? {} : { body }),
  })

/** Sends only the headers of a request, and returns its answer. */
async function announce(
  { method, path }: { method: string; path: string },
  headers: Record<string, string | number>,
) {
  const announced = request(`${stage.url}/api${path}`, { method, headers })
  announced.on('error', () => {})
  announced.flushHeaders()
  const [response] = await once(announced, 'response')
  const answer = JSON.parse(Buffer.concat(await response.toArray()).toString())
  announced.destroy()
  return answer
}

const FILE_TYPE = 'application/octet-stream'

const writing = Object.values(contract)
  .flatMap(noun => Object.values(noun))
  .filter(isContractProcedure)
  .map(call => ({
    type: call['~orpc'].inputSchema instanceof z.ZodFile ? FILE_TYPE : 'application/json',
    method: call['~orpc'].route.method ?? '',
    path: (call['~orpc'].route.path ?? '').replaceAll(/\{\w+\}/g, 'abc'),
    isForUsers: 'UNAUTHORIZED' in call['~orpc'].errorMap,
  }))
  .filter(({ method }) => method !== 'GET')

describe('a body', () => {
  it.each(writing)('is refused unread by $method $path when longer than any input', async call => {
    const { cookie } = trader
    const large = { cookie, 'content-length': 5_242_881, 'content-type': call.type }
    expect(await announce(call, large)).toMatchObject({ status: 413 })
  })

  it.each(writing.filter(call => call.isForUsers))(
    'is refused unread by $method $path without a session',
    async call => {
      const answer = await announce(call, { 'content-length': 10, 'content-type': 'text/html' })
      expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED', defined: true })
    },
  )

  it('is limited to 16 KB where callers need no session', async () => {
    const call = { method: 'POST', path: '/registration' }
    const type = { 'content-type': 'application/json' }
    expect(await announce(call, { 'content-length': 16_385, ...type })).toMatchObject({
      status: 413,
    })
  })

  it.each([
    ['PUT', '/dashboard', { widgets: Array(30_000).fill(0) }, 1],
    ['PUT', '/dashboard', { widgets: Array(50).fill({}) }, 20],
    ['POST', '/alerts/delete', { ids: Array(60_000).fill('') }, 1],
    ['POST', '/connections', { tags: Array(20_000).fill(0) }, 3],
    ['POST', '/tv-configs', { templateFields: { ...Array(900).fill(0) } }, 3],
    ['POST', '/tv-configs', { templateFields: { ['k'.repeat(50_000)]: 0 } }, 3],
    ['POST', '/templates', { name: 'x'.repeat(190_000) }, 2],
  ])(
    'gets an answer under 5,000 characters from %s %s, however many errors it has',
    async (method, path, body, n) => {
      const answer = await send(method, path, JSON.stringify(body))
      expect(answer.status).toBe(422)
      const text = await answer.text()
      expect(text.length).toBeLessThan(5_000)
      expect(JSON.parse(text).data.issues).toHaveLength(n)
    },
  )

  it.each([
    ['brackets', '['.repeat(5_000_000)],
    ['objects', '{"a":'.repeat(1_000_000)],
    ['a million things', `[${Array(1_000_000).fill('{}').join()}]`],
    ['keys', `{${Array.from({ length: 300_000 }, (_, n) => `"k${n}":1`).join()}}`],
  ])('is refused before JSON.parse if it is full of %s', async (_what, body) => {
    const parsing = vi.spyOn(JSON, 'parse')
    try {
      const answer = await send('POST', '/import', body)
      expect(answer.status).toBe(400)
      expect(parsing.mock.calls.filter(([text]) => text.length > 1_000)).toEqual([])
    } finally {
      parsing.mockRestore()
    }
  })

  it.each([
    ...['text/plain', 'multipart/form-data; boundary=x', 'text/event-stream', 'x', 'image/png'],
    FILE_TYPE,
  ])('is refused with 415 if its type is %s', async type => {
    const answer = await send('POST', '/templates', '{"name":"x","content":"y"}', { type })
    expect(answer.status).toBe(415)
  })

  it.each(['application/json; charset=utf-8', 'Application/JSON', ''])(
    'is accepted if its type is «%s»',
    async type => {
      const body = new Blob(['{"name":"x","content":"y"}'])
      expect((await send('POST', '/templates', body, { type })).status).toBe(201)
    },
  )

  it('is read without its __proto__, constructor and toString keys', async () => {
    const odd = '"__proto__":{"content":"z"},"constructor":{"prototype":{"x":1}},"toString":1'
    const answer = await send('POST', '/templates', `{"name":"x",${odd}}`)
    expect(answer.status).toBe(422)
    const made = await send('POST', '/templates', `{"name":"x","content":"y",${odd}}`)
    expect(await made.json()).toMatchObject({ name: 'x', content: 'y' })
    expect(({} as { x?: number }).x).toBeUndefined()
  })
})

describe('a query', () => {
  it.each([
    `search${'[0]'.repeat(3_000)}=x`,
    'search[999999999]=x&page[9999]=1',
    `${'page=1&'.repeat(1_500)}page=1`,
    '__proto__[x]=1&constructor[prototype][x]=1&__proto__=1',
    'page=99999999999999999999',
    'page=9007199254740991&pageSize=100',
    'page=1e9&pageSize=100',
    'search[]=a&search[]=b&search=c',
    `connectionId=${'x'.repeat(5_000)}`,
    'connectionId=%00&search=%00%ed%a0%80',
    'from=0000-01-01T00:00:00Z&to=9999-12-31T23:59:59.999999999%2B23:59',
    `from=2026-01-01T00:00:00.${'0'.repeat(5_000)}Z`,
    '[=&]=&[]=1&a]b[c=1&%5B%5D%5B',
  ])('gets 200 or 422 in under 5,000 characters for %.30s', async query => {
    for (const path of ['/alerts', '/error-logs', '/alerts/recent', '/stats/trend']) {
      const answer = await send('GET', `${path}?${query}`, undefined)
      expect([200, 422]).toContain(answer.status)
      expect((await answer.text()).length).toBeLessThan(5_000)
    }
  })
})

it.each(writing)(
  '$method $path answers odd unknown ids with 404 or 422',
  async ({ method, path }) => {
    for (const id of ['%00', 'x'.repeat(300), '%ed%a0%80', '__proto__', '%F0%9F%98%80'])
      if (path.includes('abc')) {
        const answer = await send(method, path.replaceAll('abc', id), '{}')
        expect([404, 422]).toContain(answer.status)
      }
  },
)
