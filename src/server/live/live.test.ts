import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Happening, liveEventSchema } from '#shared/model/live-event.ts'
import type { Listener } from './account-subscribers.ts'
import { Live } from './live.ts'

let live: Live
beforeEach(() => {
  vi.useFakeTimers()
  live = new Live({ tell() {} })
})
afterEach(() => {
  live.close()
  vi.useRealTimers()
})

type Heard = Listener & { bytes: Uint8Array[]; lastWords: string | null }

/** A listener that records events, and leaves when it is ended. */
function listen(userId: string, sessionId: string, hearsAlerts = false): Heard {
  const listener: Heard = {
    userId,
    sessionId,
    hearsAlerts,
    bytes: [],
    lastWords: null,
    write: bytes => listener.bytes.push(bytes),
    end(lastWords) {
      listener.lastWords = String(lastWords ?? '')
      live.leave(listener)
    },
  }
  live.listen(listener)
  return listener
}

const textsOf = ({ bytes }: Heard): string[] => bytes.map(String)
const standing = (listeners: Heard[]): boolean[] =>
  listeners.map(({ lastWords }) => lastWords === null)
const eventsOf = (heard: Heard) =>
  textsOf(heard).map(text => JSON.parse(text.split('data: ')[1] ?? ''))
const received = (connectionId: string, name: string) => ({
  what: 'received' as const,
  alert: { id: `id of ${name}`, name },
  connectionId,
})
const changed = (...collections: string[]) =>
  `event: message\ndata: ${JSON.stringify({ kind: 'changed', collections })}\n\n`

it('sends the first change at once, and all within 250 ms after it as one event', () => {
  const hers = listen('marta', 'a')
  live.changed('marta', 'alerts')
  expect(textsOf(hers)).toEqual([changed('alerts')])
  for (let n = 0; n < 1_000; n += 1) live.changed('marta', 'alerts', 'connections')
  live.changedForAll('profile')
  expect(hers.bytes).toHaveLength(1)
  vi.advanceTimersByTime(250)
  expect(textsOf(hers).slice(1)).toEqual([changed('alerts', 'connections', 'profile')])
  vi.advanceTimersByTime(10_000)
  expect(hers.bytes).toHaveLength(2)
  live.changed('marta', 'tvConfigs')
  expect(hers.bytes).toHaveLength(3)
})

it('encodes an event once for all streams of an account, and for no other account', () => {
  const hers = [listen('marta', 'a'), listen('marta', 'b')]
  const his = listen('luis', 'c')
  live.changed('marta', 'alerts')
  live.happened('marta', received('a', 'Cruce'))
  expect(textsOf(hers[0] as Heard)).toHaveLength(2)
  expect(hers[1]?.bytes[0]).toBe(hers[0]?.bytes[0])
  expect(hers[1]?.bytes[1]).toBe(hers[0]?.bytes[1])
  expect(his.bytes).toEqual([])
})

it('ends the oldest of ten streams of a session for the eleventh, and says why', () => {
  const other = listen('marta', 'other')
  const streams = Array.from({ length: 11 }, () => listen('marta', 'same'))
  expect(standing(streams)).toEqual([false, ...Array(10).fill(true)])
  expect(streams[0]?.lastWords).toContain('"code":"STREAM_REPLACED"')
  expect(other.lastWords).toBeNull()
  live.changed('marta', 'alerts')
  expect(streams.map(({ bytes }) => bytes.length)).toEqual([0, ...Array(10).fill(1)])
})

it('ends the oldest streams of an account beyond a hundred', () => {
  const his = listen('luis', 'a')
  const streams = Array.from({ length: 105 }, (_, nth) => listen('marta', `session ${nth}`))
  expect(standing(streams)).toEqual([...Array(5).fill(false), ...Array(100).fill(true)])
  expect(his.lastWords).toBeNull()
})

it('ends a stream of the account with the most when the process has 2,000', () => {
  const few = listen('luis', 'a')
  const many = Array.from({ length: 20 }, (_, account) =>
    Array.from({ length: 100 }, (_, nth) => listen(`account ${account}`, `${account} ${nth}`)),
  ).flat()
  expect(few.lastWords).toBeNull()
  expect(standing(many).filter(stands => !stands)).toHaveLength(1)
  expect(listen('eva', 'e').lastWords).toBeNull()
  expect(standing(many).filter(stands => !stands)).toHaveLength(2)
})

it('ends the streams of a signed-out session; close ends all, also new ones', () => {
  const [first, second] = [listen('marta', 'a'), listen('marta', 'b')]
  live.endSession('a')
  expect(first?.lastWords).toBe('')
  expect(second?.lastWords).toBeNull()
  live.close()
  expect(second?.lastWords).toBe('')
  expect(listen('marta', 'c').lastWords).toBe('')
})

it('keeps no timer for an account without listeners', () => {
  const hers = listen('marta', 'a')
  live.changed('marta', 'alerts')
  live.happened('marta', received('a', 'Cruce'))
  expect(vi.getTimerCount()).toBe(2)
  live.leave(hers)
  expect(vi.getTimerCount()).toBe(0)
})

describe('a happening', () => {
  it('joins the change event for listeners that ask for it; others get a toast', () => {
    const [asks, doesNot] = [listen('marta', 'a', true), listen('marta', 'b')]
    const { alert, connectionId } = received('oro', 'Cruce')
    const told = { connectionId, count: 1, alert, deliveredInMs: null }
    live.happened('marta', received('oro', 'Cruce'))
    live.changed('marta', 'alerts')
    vi.advanceTimersByTime(100)
    live.happened('marta', { what: 'delivered', alert, connectionId, ms: 612 })
    live.changed('marta', 'alerts')
    vi.advanceTimersByTime(150)
    expect(eventsOf(asks)).toEqual([
      { kind: 'changed', collections: ['alerts'], alerts: [{ ...told, what: 'received' }] },
      {
        kind: 'changed',
        collections: ['alerts'],
        alerts: [{ ...told, what: 'delivered', deliveredInMs: 612 }],
      },
    ])
    vi.advanceTimersByTime(10_000)
    expect(eventsOf(asks)).toHaveLength(2)
    expect(eventsOf(doesNot)).toEqual([
      { kind: 'toast', type: 'info', message: 'Alerta «Cruce» recibida, procesando...' },
      { kind: 'changed', collections: ['alerts'] },
      { kind: 'changed', collections: ['alerts'] },
    ])
  })

  it('is counted by connection, with its last alert', () => {
    const hers = listen('marta', 'a', true)
    for (const [connection, name] of ['oro A', 'plata B', 'oro C'].map(text => text.split(' ')))
      live.happened('marta', received(connection ?? '', name ?? ''))
    vi.advanceTimersByTime(250)
    expect(eventsOf(hers)[0].alerts).toMatchObject([
      { connectionId: 'plata', count: 1, alert: { name: 'B' } },
      { connectionId: 'oro', count: 2, alert: { name: 'C' } },
    ])
  })

  it('is listed up to a limit, with the rest counted', () => {
    const hers = listen('marta', 'a', true)
    for (let nth = 0; nth < 1_000; nth += 1) {
      live.happened('marta', received(`connection ${nth}`, 'A'))
      live.happened('marta', { ...received(`connection ${nth}`, 'A'), what: 'failed' })
    }
    vi.advanceTimersByTime(250)
    const [event] = eventsOf(hers)
    expect(liveEventSchema.safeParse(event).success).toBe(true)
    const counted: number[] = event.alerts.map(({ count }: Happening) => count)
    expect(counted.reduce((all, count) => all + count)).toBe(2_000)
    expect(event.alerts.at(-1)).toMatchObject({ connectionId: null, what: 'failed' })
  })

  it('is read from notices of the previous version, which hold less', () => {
    const hers = listen('marta', 'a', true)
    live.hear({ kind: 'happened', userId: 'marta', what: 'received', alert: 'Cruce', count: 3 })
    vi.advanceTimersByTime(250)
    expect(eventsOf(hers)[0].alerts).toEqual([
      {
        what: 'received',
        connectionId: null,
        count: 3,
        alert: { id: '', name: 'Cruce' },
        deliveredInMs: null,
      },
    ])
  })
})
