// @module-tag server
import { once } from 'node:events'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import type { ClientEnv } from './identify-client.ts'
import { listen } from './listen.ts'
import { createRouter } from './router.ts'

type Parts = Parameters<typeof createRouter>[0]

const taken = { alertId: 'an id', userId: 'ana', connectionId: 'a', isActive: true }

const routerFor = (db: Database, parts: Pick<Parts, 'browserRoutes'> & Partial<Parts>) =>
  createRouter({
    db,
    isStopping: () => false,
    receiver: {
      admit: async () => 'open',
      firstKnown: async () => undefined,
      receive: async () => taken,
    },
    heartbeats: { take: async () => true, isAlive: async () => true },
    report: async () => {},
    publicUrl: 'http://localhost:8080',
    refusals: { add() {} },
    trustProxy: 0,
    maxBytes: 1_000,
    observer: { webhook() {} },
    prove: () => undefined,
    scrape: async () => '',
    metricsToken: undefined,
    log: createLog({ level: 'error' }),
    ...parts,
  })

it('answers webhooks and health checks while the browser routes still load', async () => {
  await using store = await openTestStore()
  const { promise: browserRoutes, resolve } = Promise.withResolvers<Hono<ClientEnv>>()
  const router = routerFor(store.db, { browserRoutes: () => browserRoutes })
  await using server = await listen(router, { host: '127.0.0.1', port: 0 })
  const ask = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, init)
  const page = ask('/api/echo', { method: 'POST', body: 'a body' })
  expect((await ask('/webhooks/a', { method: 'POST', body: '{"a":1}' })).status).toBe(202)
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/readyz')).status).toBe(200)

  const routes = new Hono<ClientEnv>()
  routes.post('/api/echo', async c => c.text(await c.req.text()))
  resolve(routes)
  expect(await (await page).text()).toBe('a body')
  expect((await ask('/nothing')).status).toBe(404)
})

it('begins a webhook before most browser requests that arrive with it', async () => {
  await using store = await openTestStore()
  let pages = 0
  const { promise: pagesBefore, resolve } = Promise.withResolvers<number>()
  const router = routerFor(store.db, {
    browserRoutes: async () =>
      new Hono<ClientEnv>().get('/', c => {
        pages += 1
        return c.text('a page')
      }),
    receiver: {
      admit: async () => {
        resolve(pages)
        return 'unknown'
      },
      firstKnown: async () => undefined,
      receive: async () => 'unknown',
    },
  })
  await using server = await listen(router, { host: '127.0.0.1', port: 0 })
  const sockets = Array.from({ length: 201 }, () => connect(server.port, '127.0.0.1'))
  await Promise.all(
    sockets.map(async socket => {
      socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
      await once(socket, 'data')
    }),
  )
  const webhook = sockets.pop()
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  webhook?.write('POST /webhooks/a HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(await pagesBefore).toBeLessThan(100)
  for (const socket of [webhook, ...sockets]) socket?.destroy()
})

it('reads the address of a heartbeat however it was copied', async () => {
  await using store = await openTestStore()
  const beats: string[] = []
  const router = routerFor(store.db, {
    browserRoutes: async () => new Hono<ClientEnv>(),
    heartbeats: { take: async id => beats.push(id) > 0, isAlive: async id => id === 'a_B-1' },
  })
  await using server = await listen(router, { host: '127.0.0.1', port: 0 })
  const ask = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, init)
  for (const path of ['/latido/a_B-1', '/latido/a_B-1/', '/Latido/a_B-1%20', '//latidos/a_B-1.']) {
    expect((await ask(path, { method: 'POST' })).status).toBe(202)
    expect((await ask(path)).status).toBe(200)
  }
  expect(beats).toEqual(Array(4).fill('a_B-1'))
  expect((await ask('/latido/a_B-1/more')).status).toBe(404)
})

it('passes other POST requests on, and searches unserved paths for ids', async () => {
  await using store = await openTestStore()
  const asked: string[] = []
  const router = routerFor(store.db, {
    browserRoutes: async () => new Hono<ClientEnv>().all('*', c => c.text(c.req.path)),
    receiver: {
      admit: async () => 'unknown',
      firstKnown: async ids => void asked.push(...ids) as undefined,
      receive: async () => 'unknown',
    },
  })
  await using server = await listen(router, { host: '127.0.0.1', port: 0 })
  const post = (path: string) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { method: 'POST', body: '{}' })
  const id = 'DNkFUQdD9wKoF7nHgTkDBQ'
  for (const path of [`/api/connections/${id}`, '/login', `/latido/${id}/x`])
    expect(await (await post(path)).text()).toBe(path)
  expect(asked).toEqual([])
  expect((await post(`/connections/${id}/panel`)).status).toBe(404)
  expect(asked).toEqual([id])
})
