// @module-tag server
import dns from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { checkTelegram } from './telegram.ts'

type Options = { family?: number }
type Answer = (error: Error | null, ...found: unknown[]) => void

/** @param byFamily address returned for each requested family; `line`: without a family */
function lookUp(byFamily: { 4: string; 6: string; line: string }) {
  vi.spyOn(dns, 'lookup').mockImplementation(((_: string, options: Options, answer: Answer) => {
    if (options.family === 4 || options.family === 6)
      answer(null, byFamily[options.family], options.family)
    else answer(null, [{ address: byFamily.line, family: 4 }])
  }) as never)
  onTestFinished(() => void vi.restoreAllMocks())
}

async function serve() {
  const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

it('reports ok if one IP family is dead and messages get through by the other', async () => {
  const port = await serve()
  lookUp({ 4: '127.0.0.1', 6: '::1', line: '127.0.0.1' })
  const { finding } = await checkTelegram(`http://telegram.test:${port}`)
  expect(finding).toMatchObject({
    state: 'ok',
    detail: expect.stringMatching(/^Responde por IPv4 en \d+ ms y por IPv6 no \(E/),
  })
})

it('reports wrong if one IP family answers but messages do not get through', async () => {
  const port = await serve()
  lookUp({ 4: '127.0.0.1', 6: '::1', line: '127.0.0.9' })
  const { finding } = await checkTelegram(`http://telegram.test:${port}`)
  expect(finding).toMatchObject({
    state: 'wrong',
    detail: expect.stringMatching(/como van los mensajes no \(ECONNREFUSED\)\.$/),
  })
})
