import { describe, expect, it } from 'vitest'
import { alertOf } from './log-entry.tsx'

describe('the alert of an entry', () => {
  it('is the one that its details name', () => {
    expect(alertOf({ details: { alertId: '0199-a', code: 'refused' } })).toBe('0199-a')
  })

  it('is none where they name none', () => {
    expect(alertOf({ details: null })).toBeNull()
    expect(alertOf({ details: { code: 'empty' } })).toBeNull()
    expect(alertOf({ details: { alertId: 7 } })).toBeNull()
  })
})
