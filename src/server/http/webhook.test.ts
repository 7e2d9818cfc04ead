// @module-tag server
import { expect, it } from 'vitest'
import { createTestRoutes } from '../../../tests/support/test-routes.ts'
import { webhookRoutes } from './webhook.ts'

it('reads no more than TradingView sends where there is no connection', async () => {
  const read: number[] = []
  const { app, log, serve } = createTestRoutes()
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
    log,
  })
  app.route('/', routes)
  await using server = await serve()
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
