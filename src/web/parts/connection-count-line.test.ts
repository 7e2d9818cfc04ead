import { describe, expect, it } from 'vitest'
import { connectionCountLine } from './connection-count-line.ts'

const on = { isActive: true }
const off = { isActive: false }

describe('the line that counts connections', () => {
  it('counts all connections and the active ones', () => {
    const all = [on, on, off]
    expect(connectionCountLine(all, all)).toBe('3 conexiones · 2 activas')
  })

  it('uses the singular for one connection', () => {
    expect(connectionCountLine([on], [on])).toBe('1 conexión · 1 activa')
  })

  it('says how many connections a filter left', () => {
    expect(connectionCountLine([on, on, off], [on])).toBe('1 de 3 conexiones')
  })
})
