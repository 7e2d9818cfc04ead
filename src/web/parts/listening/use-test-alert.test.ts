import { describe, expect, it } from 'vitest'
import { webhookRefusal } from './use-test-alert.ts'

describe("the webhook's refusal of a test", () => {
  it('is null for status 202', () => {
    expect(webhookRefusal(202)).toBeNull()
  })

  it('includes a remedy for 404, 413 and 503', () => {
    expect(webhookRefusal(404)).toContain('Recarga la página')
    expect(webhookRefusal(413)).toContain('WEBHOOK_MAX_BYTES')
    expect(webhookRefusal(503)).toContain('vuelve a probar')
  })

  it('names an unforeseen status', () => {
    expect(webhookRefusal(502)).toContain('respondió 502')
  })
})
