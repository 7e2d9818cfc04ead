import { describe, expect, it } from 'vitest'
import { countLine } from './count-line.ts'

const on = { isActive: true }
const off = { isActive: false }

describe('the line that counts connections', () => {
  it('says how many there are and how many of them are active', () => {
    const all = [on, on, off]
    expect(countLine(all, all)).toBe('3 conexiones · 2 activas')
  })

  it('knows the singular', () => {
    expect(countLine([on], [on])).toBe('1 conexión · 1 activa')
  })

  it('says how many of them a filter left', () => {
    expect(countLine([on, on, off], [on])).toBe('1 de 3 conexiones')
  })
})
