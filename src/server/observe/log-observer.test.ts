import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { createLogObserver } from './log-observer.ts'
import type { WebhookRecord } from './observer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listen() {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  const observer = createLogObserver(createLog({ level: 'info', destination: { write } }))
  const tell = (result: WebhookRecord['result'], status: number, times = 1) => {
    for (let n = 0; n < times; n += 1) observer.webhook({ ...webhook, result, status })
  }
  return { lines, observer, tell }
}

const webhook: WebhookRecord = {
  requestId: 'd9a27cf0ae1586eb',
  result: 'stored',
  status: 202,
  ms: 2.3,
  bytes: 70,
  address: 'GaX3_0ab…',
  from: '192.0.2.1',
  isGone: false,
}

it('writes a line for each accepted webhook', () => {
  const { lines, tell } = listen()
  tell('stored', 202, 1_000)
  expect(lines).toHaveLength(1_000)
  expect(lines[0]).toEqual({ level: 'info', time: expect.anything(), ...webhook, msg: 'webhook' })
})

it('adds up a flood to unknown addresses, and still logs other refusals', () => {
  const { lines, tell } = listen()
  tell('unknown-address', 404, 100_000)
  expect(lines).toHaveLength(30)
  tell('disk-full', 503, 2)
  expect(lines.slice(30)).toMatchObject(Array(2).fill({ level: 'warn', result: 'disk-full' }))
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(32)).toMatchObject([
    { msg: 'more webhooks', counts: { 'unknown-address': 99_970 } },
  ])
  vi.advanceTimersByTime(60_000)
  tell('unknown-address', 404)
  expect(lines.slice(33)).toMatchObject([{ msg: 'webhook', result: 'unknown-address' }])
})

it('logs the remaining counts when disposed', () => {
  const { lines, observer, tell } = listen()
  tell('too-large', 413, 31)
  observer[Symbol.dispose]()
  expect(lines.at(-1)).toMatchObject({ msg: 'more webhooks', counts: { 'too-large': 1 } })
  expect(vi.getTimerCount()).toBe(0)
})
