import { Agent, createServer, request } from 'node:http'
import { expect, it } from 'vitest'
import { connectTo, refusedConnection } from './memory-socket.ts'

const server = createServer((incoming, outgoing) => {
  if (incoming.url === '/reset') incoming.socket.resetAndDestroy()
  else incoming.pipe(outgoing)
})
const agent = new Agent({ keepAlive: true })
agent.createConnection = () => connectTo(server)

function post(path: string, body: string, by = agent): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  request({ method: 'POST', path, agent: by })
    .on('error', reject)
    .on('response', async answer => resolve((await answer.toArray()).join('')))
    .end(body)
  return promise
}

it('carries requests and answers, also on a reused connection', async () => {
  expect(await post('/', 'a')).toBe('a')
  expect(await post('/', 'b'.repeat(500_000))).toHaveLength(500_000)
})

it('reconnects after an idle close, and reports ECONNRESET and ECONNREFUSED', async () => {
  await post('/', 'a')
  server.closeAllConnections()
  expect(await post('/', 'b')).toBe('b')
  await expect(post('/reset', 'c')).rejects.toMatchObject({ code: 'ECONNRESET' })
  const nobody = new Agent()
  nobody.createConnection = refusedConnection
  await expect(post('/', 'd', nobody)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
