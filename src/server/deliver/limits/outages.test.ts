import { beforeEach, describe, expect, it } from 'vitest'
import { type OutageScope, Outages } from './outages.ts'

let outages: Outages
let changes: OutageScope[]
beforeEach(() => {
  changes = []
  outages = new Outages({
    isPossible: true,
    recovery: 10_000,
    onChange: scope => changes.push(scope),
  })
})

const fail = (botId: string, seq: number, at: number) =>
  outages.unanswered({ botId, seqs: [seq], begun: at }, at)

describe('an outage of a bot', () => {
  it('begins with the second failure in a row and takes the first attempt back', () => {
    expect(fail('a', 1, 0)).toEqual({ counts: true, takenBack: [] })
    expect(outages.isOn('a')).toBe(false)
    expect(fail('a', 2, 100)).toEqual({ counts: false, takenBack: [1] })
    expect([outages.isOn('a'), outages.isOn('b'), outages.isGlobal]).toEqual([true, false, false])
    expect(outages.duration('a', 600)).toBe(500)
    expect(outages.duration('b', 600)).toBe(0)
    expect([...outages.ofBots]).toEqual([['a', 100]])
  })

  it('does not begin when the bot is answered in between', () => {
    for (let at = 0; at < 500; at += 100) {
      expect(fail('a', 1, at)).toEqual({ counts: true, takenBack: [] })
      outages.answered('a', at + 50)
    }
    expect(outages.isOn('a')).toBe(false)
  })

  it('begins and ends regardless of answers to other bots', () => {
    fail('a', 1, 0)
    outages.answered('b', 50)
    expect(fail('a', 2, 100)).toEqual({ counts: false, takenBack: [1] })
    outages.answered('b', 150)
    expect(outages.isOn('a')).toBe(true)
    outages.answered('a', 200)
    expect(outages.isOn('a')).toBe(false)
    expect(changes).toEqual(['a', 'a'])
  })

  it('counts no attempt while it lasts', () => {
    fail('a', 1, 0)
    fail('a', 2, 0)
    expect(fail('a', 3, 10)).toEqual({ counts: false, takenBack: [] })
    outages.answered('a', 1_000)
    expect(outages.duration('a', 1_500)).toBe(0)
  })

  it('counts sends begun in its recovery period and takes no attempt back', () => {
    fail('a', 1, 0)
    fail('a', 1, 0)
    outages.answered('a', 1_000)
    expect(fail('a', 1, 1_001)).toEqual({ counts: true, takenBack: [] })
    expect(fail('a', 1, 3_000)).toEqual({ counts: true, takenBack: [] })
    expect(outages.isOn('a')).toBe(true)
    outages.answered('a', 4_000)
    const late = { botId: 'a', seqs: [1], begun: 4_001 }
    expect(outages.unanswered(late, 24_000)).toEqual({ counts: true, takenBack: [] })
    outages.answered('a', 24_500)
    expect(fail('a', 1, 30_000)).toEqual({ counts: true, takenBack: [] })
  })

  it('ends without an answer or a recovery period when no alert waits', () => {
    fail('a', 1, 0)
    fail('a', 2, 0)
    outages.end('a')
    expect(outages.isOn('a')).toBe(false)
    fail('a', 3, 100)
    expect(fail('a', 4, 200)).toEqual({ counts: false, takenBack: [3] })
  })

  it('is pruned after its recovery period', () => {
    fail('a', 1, 0)
    fail('a', 1, 0)
    outages.prune(20_000)
    expect(outages.isOn('a')).toBe(true)
    outages.answered('a', 20_000)
    outages.prune(25_000)
    expect(fail('a', 1, 26_000).takenBack).toEqual([])
    expect(fail('a', 1, 29_000).counts).toBe(true)
  })
})

describe('an outage of all bots', () => {
  it('begins with failures of two bots in a row and takes the first attempt back', () => {
    fail('a', 1, 0)
    expect(fail('b', 2, 100)).toEqual({ counts: false, takenBack: [1] })
    expect([outages.isGlobal, outages.isOn('c')]).toEqual([true, true])
    expect(outages.duration('c', 600)).toBe(500)
    expect(outages.duration(null, 600)).toBe(500)
    expect(changes).toEqual([null])
  })

  it('does not begin when any bot is answered in between', () => {
    for (let at = 0; at < 500; at += 100) {
      fail(`bot ${at}`, at, at)
      outages.answered('another', at + 50)
    }
    expect(outages.isGlobal).toBe(false)
  })

  it('ends with the first answer to any bot and counts sends that leave soon after', () => {
    fail('a', 1, 0)
    fail('b', 2, 0)
    outages.answered('c', 1_000)
    expect([outages.isGlobal, outages.isOn('a')]).toEqual([false, false])
    expect(fail('c', 3, 1_001)).toEqual({ counts: true, takenBack: [] })
  })

  it('becomes an outage of each bot that still gets no answer', () => {
    fail('a', 1, 0)
    fail('b', 2, 0)
    fail('d', 4, 0)
    outages.answered('c', 1_000)
    for (const botId of ['a', 'b', 'd']) {
      expect(fail(botId, 5, 1_001)).toEqual({ counts: false, takenBack: [] })
      expect([outages.isGlobal, outages.isOn(botId)]).toEqual([false, true])
      outages.answered(botId, 1_002)
    }
    expect(fail('a', 1, 1_003)).toEqual({ counts: true, takenBack: [] })
  })

  it('overlaps a bot’s own outage, which lasts until that bot is answered', () => {
    fail('a', 1, 0)
    fail('a', 2, 100)
    expect(fail('b', 3, 200)).toEqual({ counts: false, takenBack: [] })
    expect(outages.isGlobal).toBe(true)
    outages.answered('b', 300)
    expect([outages.isGlobal, outages.isOn('a'), outages.isOn('b')]).toEqual([false, true, false])
    expect(outages.duration('a', 400)).toBe(300)
    expect(fail('a', 4, 400)).toEqual({ counts: false, takenBack: [] })
    outages.answered('a', 500)
    expect(changes).toEqual(['a', null, null, 'a'])
  })

  it('does not begin when the second failure begins a bot’s own outage', () => {
    fail('b', 1, 0)
    outages.answered('c', 50)
    fail('a', 2, 100)
    expect(fail('b', 3, 200)).toEqual({ counts: false, takenBack: [1] })
    expect([outages.isGlobal, outages.isOn('a'), outages.isOn('b')]).toEqual([false, false, true])
  })

  it('ends without an answer when no alert waits', () => {
    fail('a', 1, 0)
    fail('b', 2, 0)
    outages.end(null)
    expect([outages.isGlobal, outages.isOn('a')]).toEqual([false, false])
    expect(changes).toEqual([null, null])
  })
})

it('counts every failure and begins no outage where outages are impossible', () => {
  outages = new Outages({ isPossible: false, recovery: 10_000, onChange: () => {} })
  for (let at = 0; at < 300; at += 100)
    expect(fail('a', 1, at)).toEqual({ counts: true, takenBack: [] })
  expect(outages.isOn('a')).toBe(false)
})
