import { beforeEach, describe, expect, it } from 'vitest'
import { Outage, type Whose } from './outage.ts'

let outage: Outage
let changes: Whose[]
beforeEach(() => {
  changes = []
  outage = new Outage({
    isPossible: true,
    probation: 10_000,
    onChange: whose => changes.push(whose),
  })
})

const fail = (botId: string, seq: number, at: number) =>
  outage.unanswered({ botId, seqs: [seq], begun: at }, at)

describe('an outage of a bot', () => {
  it('begins with its second failure in a row, and takes the first one back', () => {
    expect(fail('a', 1, 0)).toEqual({ counts: true, takenBack: [] })
    expect(outage.isOn('a')).toBe(false)
    expect(fail('a', 2, 100)).toEqual({ counts: false, takenBack: [1] })
    expect([outage.isOn('a'), outage.isOn('b'), outage.isOfAll]).toEqual([true, false, false])
    expect(outage.lasted('a', 600)).toBe(500)
    expect(outage.lasted('b', 600)).toBe(0)
    expect([...outage.ofBots]).toEqual([['a', 100]])
  })

  it('does not begin while it is answered in between', () => {
    for (let at = 0; at < 500; at += 100) {
      expect(fail('a', 1, at)).toEqual({ counts: true, takenBack: [] })
      outage.answered('a', at + 50)
    }
    expect(outage.isOn('a')).toBe(false)
  })

  it('begins though others are answered, and does not end with an answer to them', () => {
    fail('a', 1, 0)
    outage.answered('b', 50)
    expect(fail('a', 2, 100)).toEqual({ counts: false, takenBack: [1] })
    outage.answered('b', 150)
    expect(outage.isOn('a')).toBe(true)
    outage.answered('a', 200)
    expect(outage.isOn('a')).toBe(false)
    expect(changes).toEqual(['a', 'a'])
  })

  it('counts nothing while it lasts', () => {
    fail('a', 1, 0)
    fail('a', 2, 0)
    expect(fail('a', 3, 10)).toEqual({ counts: false, takenBack: [] })
    outage.answered('a', 1_000)
    expect(outage.lasted('a', 1_500)).toBe(0)
  })

  it('counts every send that leaves soon after its end, and takes none of these back', () => {
    fail('a', 1, 0)
    fail('a', 1, 0)
    outage.answered('a', 1_000)
    expect(fail('a', 1, 1_001)).toEqual({ counts: true, takenBack: [] })
    expect(fail('a', 1, 3_000)).toEqual({ counts: true, takenBack: [] })
    expect(outage.isOn('a')).toBe(true)
    outage.answered('a', 4_000)
    const late = { botId: 'a', seqs: [1], begun: 4_001 }
    expect(outage.unanswered(late, 24_000)).toEqual({ counts: true, takenBack: [] })
    outage.answered('a', 24_500)
    expect(fail('a', 1, 30_000)).toEqual({ counts: true, takenBack: [] })
  })

  it('lapses when nobody waits any more, and then was none', () => {
    fail('a', 1, 0)
    fail('a', 2, 0)
    outage.lapse('a')
    expect(outage.isOn('a')).toBe(false)
    fail('a', 3, 100)
    expect(fail('a', 4, 200)).toEqual({ counts: false, takenBack: [3] })
  })

  it('is forgotten once it has no bearing on anything', () => {
    fail('a', 1, 0)
    fail('a', 1, 0)
    outage.forget(20_000)
    expect(outage.isOn('a')).toBe(true)
    outage.answered('a', 20_000)
    outage.forget(25_000)
    expect(fail('a', 1, 26_000).takenBack).toEqual([])
    expect(fail('a', 1, 29_000).counts).toBe(true)
  })
})

describe('an outage of all', () => {
  it('begins with failures of two bots and no answer between them, and takes the first one back', () => {
    fail('a', 1, 0)
    expect(fail('b', 2, 100)).toEqual({ counts: false, takenBack: [1] })
    expect([outage.isOfAll, outage.isOn('c')]).toEqual([true, true])
    expect(outage.lasted('c', 600)).toBe(500)
    expect(outage.lasted(null, 600)).toBe(500)
    expect(changes).toEqual([null])
  })

  it('does not begin while anybody is answered in between', () => {
    for (let at = 0; at < 500; at += 100) {
      fail(`bot ${at}`, at, at)
      outage.answered('another', at + 50)
    }
    expect(outage.isOfAll).toBe(false)
  })

  it('ends with the first answer to anybody, and counts what leaves soon after it', () => {
    fail('a', 1, 0)
    fail('b', 2, 0)
    outage.answered('c', 1_000)
    expect([outage.isOfAll, outage.isOn('a')]).toEqual([false, false])
    expect(fail('c', 3, 1_001)).toEqual({ counts: true, takenBack: [] })
  })

  it('is one of its own from then on for a bot that is not answered even so', () => {
    fail('a', 1, 0)
    fail('b', 2, 0)
    fail('d', 4, 0)
    outage.answered('c', 1_000)
    for (const botId of ['a', 'b', 'd']) {
      expect(fail(botId, 5, 1_001)).toEqual({ counts: false, takenBack: [] })
      expect([outage.isOfAll, outage.isOn(botId)]).toEqual([false, true])
      outage.answered(botId, 1_002)
    }
    expect(fail('a', 1, 1_003)).toEqual({ counts: true, takenBack: [] })
  })

  it('comes on top of a bot’s own, which lasts until that bot is answered', () => {
    fail('a', 1, 0)
    fail('a', 2, 100)
    expect(fail('b', 3, 200)).toEqual({ counts: false, takenBack: [] })
    expect(outage.isOfAll).toBe(true)
    outage.answered('b', 300)
    expect([outage.isOfAll, outage.isOn('a'), outage.isOn('b')]).toEqual([false, true, false])
    expect(outage.lasted('a', 400)).toBe(300)
    expect(fail('a', 4, 400)).toEqual({ counts: false, takenBack: [] })
    outage.answered('a', 500)
    expect(changes).toEqual(['a', null, null, 'a'])
  })

  it('is not begun by a bot that begins one of its own', () => {
    fail('b', 1, 0)
    outage.answered('c', 50)
    fail('a', 2, 100)
    expect(fail('b', 3, 200)).toEqual({ counts: false, takenBack: [1] })
    expect([outage.isOfAll, outage.isOn('a'), outage.isOn('b')]).toEqual([false, false, true])
  })

  it('lapses when nobody waits any more', () => {
    fail('a', 1, 0)
    fail('b', 2, 0)
    outage.lapse(null)
    expect([outage.isOfAll, outage.isOn('a')]).toEqual([false, false])
    expect(changes).toEqual([null, null])
  })
})

it('is not, where it is not wanted', () => {
  outage = new Outage({ isPossible: false, probation: 10_000, onChange: () => {} })
  for (let at = 0; at < 300; at += 100)
    expect(fail('a', 1, at)).toEqual({ counts: true, takenBack: [] })
  expect(outage.isOn('a')).toBe(false)
})
