import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StreamNews } from './event-stream.ts'

let page: EventTarget
let opened: number
let news: StreamNews['kind'][]
let reading: AbortController

beforeEach(async () => {
  vi.useFakeTimers()
  page = new EventTarget()
  opened = 0
  news = []
  reading = new AbortController()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { origin: 'http://localhost' })
  vi.stubGlobal('fetch', async () => {
    opened += 1
    return new Response(REPLACED, { headers: { 'content-type': 'text/event-stream' } })
  })
  const { readStream } = await import('./event-stream.ts')
  void readStream(({ kind }) => news.push(kind), reading.signal)
})
afterEach(() => {
  reading.abort()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const error = { defined: false, code: 'STREAM_REPLACED', status: 409, message: 'x' }
const REPLACED = `: \n\nevent: error\ndata: ${JSON.stringify(error)}\n\n`

it('waits after another stream replaced it, and reports the loss', async () => {
  await vi.advanceTimersByTimeAsync(20_000)
  expect(opened).toBe(1)
  expect(news).toEqual(['opened', 'lost'])
})

it('reopens when the page becomes visible, and after a minute', async () => {
  await vi.advanceTimersByTimeAsync(1_000)
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(opened).toBe(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(opened).toBe(3)
})
