import { expect, it } from 'vitest'
import { timedWords } from './timed-words.ts'

it('says over how many deliveries the times were taken', () => {
  expect(timedWords(1)).toContain('en la última entrega.')
  expect(timedWords(1000)).toContain('en las últimas 1.000 entregas.')
})
