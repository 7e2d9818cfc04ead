// @module-tag server
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import type { ClientEnv } from './identify-client.ts'
import { listen } from './listen.ts'
import { createRouter } from './router.ts'

it('answers webhooks and health while what browsers ask for is still loaded', async () => {
  await using store = await openTestStore()
  const { promise: browserRoutes, resolve } = Promise.withResolvers<Hono<ClientEnv>>()
  const router = createRouter({
    db: store.db,
    isStopping: () => false,
    receiver: { admit: async () => 'open', receive: async () => ({ alertId: 'an id' }) },
    report: async () => {},
    publicUrl: 'http://localhost:8080',
    tally: { add() {} },
    trustProxy: 0,
    maxBytes: 1_000,
    log: createLog({ level: 'error' }),
    browserRoutes: () => browserRoutes,
  })
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
