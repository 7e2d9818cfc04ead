import { describe, expect, it } from 'vitest'
import { nextAttempt } from './next-attempt.ts'

describe('the next attempt', () => {
  it('is the one after those that failed', () => {
    expect(nextAttempt({ telegramDeliveryStatus: 'pending', retryAttempts: 1 })).toBe('2 de 3')
  })

  it('is never a fourth', () => {
    expect(nextAttempt({ telegramDeliveryStatus: 'pending', retryAttempts: 3 })).toBe('3 de 3')
  })

  it('is none before the first, and none once it is over', () => {
    expect(nextAttempt({ telegramDeliveryStatus: 'pending', retryAttempts: 0 })).toBeNull()
    expect(nextAttempt({ telegramDeliveryStatus: 'failed', retryAttempts: 3 })).toBeNull()
  })
})
