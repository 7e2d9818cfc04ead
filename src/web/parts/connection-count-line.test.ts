import { describe, expect, it } from 'vitest'
import { connectionCountLine } from './connection-count-line.ts'

const on = { isActive: true }
const off = { isActive: false }

describe('the line that counts connections', () => {
  it('says how many there are and how many of them are active', () => {
    const all = [on, on, off]
    expect(connectionCountLine(all, all)).toBe('3 conexiones · 2 activas')
  })

  it('knows the singular', () => {
    expect(connectionCountLine([on], [on])).toBe('1 conexión · 1 activa')
  })

  it('says how many of them a filter left', () => {
    expect(connectionCountLine([on, on, off], [on])).toBe('1 de 3 conexiones')
  })
})
