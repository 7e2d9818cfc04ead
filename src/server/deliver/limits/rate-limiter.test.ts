import { beforeEach, describe, expect, it } from 'vitest'
import { Budget } from './rate-limiter.ts'

let budget: Budget
beforeEach(() => {
  budget = new Budget({
    private: { burst: 5, interval: 1_000 },
    shared: { burst: 3, interval: 1_000 },
    sharedCeiling: { most: 20, span: 60_000 },
    bot: { most: 30, span: 1_000 },
  })
})

const person = { botId: '7', chatId: '100' }
const group = { botId: '7', chatId: '-100' }

/** When each of so many messages leaves that are all there at once. */
function departures(route: { botId: string; chatId: string }, count: number): number[] {
  let now = 0
  return Array.from({ length: count }, () => {
    now += budget.waitFor(route, now)
    budget.count(route, now)
    return now
  })
}

describe('the budget', () => {
  it('gives a private chat five at once and then one a second', () => {
    expect(departures(person, 8)).toEqual([0, 0, 0, 0, 0, 1000, 2000, 3000])
  })

  it('gives a group three at once, one a second, and never more than twenty a minute', () => {
    const times = departures(group, 25)
    expect(times.slice(0, 5)).toEqual([0, 0, 0, 1000, 2000])
    expect(times[19]).toBe(17_000)
    expect(times.slice(20)).toEqual([60_000, 60_000, 60_000, 61_000, 62_000])
  })

  it('counts groups and channels by name as well', () => {
    expect(departures({ botId: '7', chatId: '@canal' }, 4).at(-1)).toBe(1000)
  })

  it('grows back while nothing is sent', () => {
    departures(person, 5)
    expect(budget.waitFor(person, 0)).toBe(1000)
    expect(budget.waitFor(person, 400)).toBe(600)
    expect(budget.waitFor(person, 1000)).toBe(0)
  })

  it('lets chats and bots alone that have nothing to do with it', () => {
    departures(person, 5)
    expect(budget.waitFor(group, 0)).toBe(0)
    expect(budget.waitFor({ ...person, botId: '8' }, 0)).toBe(0)
  })

  it('gives a bot thirty turns a second over all its chats, in the order in which they asked', () => {
    const turns = Array.from({ length: 70 }, () => budget.takeTurn('7', 0))
    expect(turns.filter(turn => turn === 0)).toHaveLength(30)
    expect(turns.filter(turn => turn === 1000)).toHaveLength(30)
    expect(turns.filter(turn => turn === 2000)).toHaveLength(10)
    expect(budget.turnOf('7', 0)).toBe(2000)
    expect(budget.turnOf('8', 0)).toBe(0)
  })

  it('forgets what has no bearing any more, and nothing else', () => {
    departures(group, 20)
    budget.forget(50_000)
    expect(budget.waitFor(group, 50_000)).toBe(10_000)
    budget.forget(77_000)
    expect(departures(group, 3)).toEqual([0, 0, 0])
  })
})
