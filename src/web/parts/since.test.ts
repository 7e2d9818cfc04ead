import { describe, expect, it } from 'vitest'
import { since } from './since.ts'

const now = Date.parse('2026-11-19T16:42:00Z')
const ago = (ms: number) => since(new Date(now - ms).toISOString(), now)

describe('how long ago something was', () => {
  it('is told in the largest whole unit', () => {
    expect(ago(12_000)).toBe('hace 12 s')
    expect(ago(59_999)).toBe('hace 59 s')
    expect(ago(60_000)).toBe('hace 1 min')
    expect(ago(4 * 3_600_000 + 1)).toBe('hace 4 h')
    expect(ago(24 * 3_600_000)).toBe('hace 1 día')
    expect(ago(72 * 3_600_000)).toBe('hace 3 días')
  })

  it('is now when it was less than a second ago', () => {
    expect(ago(999)).toBe('ahora mismo')
  })

  it("is now when the server's clock is ahead of the browser's", () => {
    expect(ago(-5_000)).toBe('ahora mismo')
  })
})
