import { expect, it } from 'vitest'
import { exportFileName } from './data-card.tsx'

it('names the export after the reader’s local date', () => {
  expect(exportFileName(new Date(2026, 0, 5, 0, 0, 1))).toBe('pregonero-2026-01-05.json')
  expect(exportFileName(new Date(2026, 10, 30, 23, 59))).toBe('pregonero-2026-11-30.json')
})
