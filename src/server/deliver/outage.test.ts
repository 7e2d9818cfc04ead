import { beforeEach, describe, expect, it } from 'vitest'
import { Outage } from './outage.ts'

let outage: Outage
let changes: boolean[]
beforeEach(() => {
  changes = []
  outage = new Outage({
    isPossible: true,
    probation: 10_000,
    onChange: isOn => changes.push(isOn),
  })
})

const fail = (seq: number, at: number) => outage.unanswered({ seqs: [seq], begun: at }, at)

describe('an outage', () => {
  it('begins with the second failure in a row, and takes the first one back', () => {
    expect(fail(1, 0)).toEqual({ counts: true, takenBack: [] })
    expect(outage.isOn).toBe(false)
    expect(fail(2, 100)).toEqual({ counts: false, takenBack: [1] })
    expect(outage.isOn).toBe(true)
    expect(outage.lasted(600)).toBe(500)
  })

  it('does not begin while anybody is answered in between', () => {
    for (let at = 0; at < 500; at += 100) {
      expect(fail(1, at)).toEqual({ counts: true, takenBack: [] })
      outage.answered(at + 50)
    }
    expect(outage.isOn).toBe(false)
  })

  it('counts nothing while it lasts, and ends with the first answer', () => {
    fail(1, 0)
    fail(2, 0)
    expect(fail(3, 10)).toEqual({ counts: false, takenBack: [] })
    outage.answered(1_000)
    expect(outage.isOn).toBe(false)
    expect(outage.lasted(1_500)).toBe(0)
    outage.answered(1_600)
    expect(changes).toEqual([true, false])
  })

  it('counts every send that leaves soon after its end, and takes none of these back', () => {
    fail(1, 0)
    fail(1, 0)
    outage.answered(1_000)
    expect(fail(1, 1_001)).toEqual({ counts: true, takenBack: [] })
    expect(fail(1, 3_000)).toEqual({ counts: true, takenBack: [] })
    expect(outage.isOn).toBe(true)
    outage.answered(4_000)
    expect(outage.unanswered({ seqs: [1], begun: 4_001 }, 24_000)).toEqual({
      counts: true,
      takenBack: [],
    })
    outage.answered(24_500)
    expect(fail(1, 30_000)).toEqual({ counts: true, takenBack: [] })
  })

  it('lapses when nobody waits any more, and then was none', () => {
    fail(1, 0)
    fail(2, 0)
    outage.lapse()
    expect(outage.isOn).toBe(false)
    expect(changes).toEqual([true, false])
    fail(3, 100)
    expect(fail(4, 200)).toEqual({ counts: false, takenBack: [3] })
  })

  it('is not, where it is not wanted', () => {
    outage = new Outage({ isPossible: false, probation: 10_000, onChange: () => {} })
    for (let at = 0; at < 300; at += 100)
      expect(fail(1, at)).toEqual({ counts: true, takenBack: [] })
    expect(outage.isOn).toBe(false)
  })
})
