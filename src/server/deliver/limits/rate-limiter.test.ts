import { beforeEach, describe, expect, it } from 'vitest'
import { telegramLimits } from '#server/deliver/rate-limits.ts'
import { RateLimiter } from './rate-limiter.ts'

let limiter: RateLimiter
beforeEach(() => {
  limiter = new RateLimiter({
    privateChat: { burst: 5, interval: 1_000 },
    group: { burst: 3, interval: 1_000 },
    groupWindow: { most: 20, window: 60_000 },
    bot: { most: 30, window: 1_000 },
  })
})

const person = { botId: '7', chatId: '100' }
const group = { botId: '7', chatId: '-100' }

/** Departure times of `count` messages that arrive at once. */
function departures(chat: { botId: string; chatId: string }, count: number): number[] {
  let now = 0
  return Array.from({ length: count }, () => {
    now += limiter.waitFor(chat, now)
    limiter.recordSent(chat, now)
    return now
  })
}

describe('the rate limiter', () => {
  it('allows a private chat five messages at once and then one a second', () => {
    expect(departures(person, 8)).toEqual([0, 0, 0, 0, 0, 1000, 2000, 3000])
  })

  it('allows a group three messages at once, then one a second, and at most twenty a minute', () => {
    const times = departures(group, 25)
    expect(times.slice(0, 5)).toEqual([0, 0, 0, 1000, 2000])
    expect(times[19]).toBe(17_000)
    expect(times.slice(20)).toEqual([60_000, 60_000, 60_000, 61_000, 62_000])
  })

  it('treats a chat with a name as a group or channel', () => {
    expect(departures({ botId: '7', chatId: '@canal' }, 4).at(-1)).toBe(1000)
  })

  it('recovers one message a second while the chat is idle', () => {
    departures(person, 5)
    expect(limiter.waitFor(person, 0)).toBe(1000)
    expect(limiter.waitFor(person, 400)).toBe(600)
    expect(limiter.waitFor(person, 1000)).toBe(0)
  })

  it('limits each pair of bot and chat on its own', () => {
    departures(person, 5)
    expect(limiter.waitFor(group, 0)).toBe(0)
    expect(limiter.waitFor({ ...person, botId: '8' }, 0)).toBe(0)
  })

  it('gives a bot thirty slots a second over all its chats, in the order of the requests', () => {
    const slots = Array.from({ length: 70 }, () => limiter.reserveSlot('7', 0))
    expect(slots.filter(slot => slot === 0)).toHaveLength(30)
    expect(slots.filter(slot => slot === 1000)).toHaveLength(30)
    expect(slots.filter(slot => slot === 2000)).toHaveLength(10)
    expect(limiter.nextSlot('7', 0)).toBe(2000)
    expect(limiter.nextSlot('8', 0)).toBe(0)
  })

  it.each([1, 1_000])('gives a bot its configured rate of %i a second', rate => {
    limiter = new RateLimiter(telegramLimits(1, rate))
    const slots = Array.from({ length: 2 * rate + 1 }, () => limiter.reserveSlot('7', 0))
    expect(slots[rate - 1]).toBe(0)
    expect(slots[rate]).toBe(1030)
    expect(slots[2 * rate]).toBe(2060)
  })

  it('prunes only sends that no longer count', () => {
    departures(group, 20)
    limiter.prune(50_000)
    expect(limiter.waitFor(group, 50_000)).toBe(10_000)
    limiter.prune(77_000)
    expect(departures(group, 3)).toEqual([0, 0, 0])
  })

  it('counts a message from its send time and releases the slot of an unsent one', () => {
    const slots = Array.from({ length: 30 }, () => limiter.reserveSlot('7', 0))
    expect(limiter.nextSlot('7', 0)).toBe(1_000)
    limiter.releaseSlot('7', slots[0] ?? 0)
    expect(limiter.nextSlot('7', 0)).toBe(0)
    for (const slot of slots.slice(1)) limiter.moveSlot('7', slot, 500)
    expect(limiter.reserveSlot('7', 600)).toBe(600)
    expect(limiter.nextSlot('7', 600)).toBe(1_500)
  })
})
