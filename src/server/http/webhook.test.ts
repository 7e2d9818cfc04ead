// @module-tag server
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import type { ClientEnv } from './identify-client.ts'
import { listen } from './listen.ts'
import { webhookRoutes } from './webhook.ts'

it('reads no more than TradingView sends of whoever knows no connection', async () => {
  const read: number[] = []
  const routes = webhookRoutes({
    receiver: {
      knows: async connectionId => connectionId === 'known',
      receive: async (_connectionId, { payloadText }) => {
        read.push(payloadText.length)
        return null
      },
    },
    report: async () => {},
    maxBytes: 65_536,
    log: createLog({ level: 'silent' }),
  })
  const app = new Hono<ClientEnv>().route('/', routes)
  await using server = await listen(app, { host: '127.0.0.1', port: 0 })
  const post = (connectionId: string, length: number) =>
    fetch(`http://127.0.0.1:${server.port}/webhooks/${connectionId}`, {
      method: 'POST',
      body: JSON.stringify({ a: 'x'.repeat(length - '{"a":""}'.length) }),
    })
  for (const [id, length] of [
    ['unknown', 65_536],
    ['unknown', 4_096],
    ['known', 65_536],
  ] as const)
    expect((await post(id, length)).status).toBe(404)
  expect(read).toEqual([4_096, 65_536])
})
