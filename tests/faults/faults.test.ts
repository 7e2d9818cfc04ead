import { expect, it } from 'vitest'
import { PACE } from '../support/test-app.ts'
import { faults } from './faults.ts'

// A loop, for Vitest cuts the names that it fills into a title.
for (const { name, run, whyNot } of faults)
  it(`no alert is lost, doubled or reordered by: ${name}`, async ({ skip }) => {
    const reason = whyNot?.()
    if (reason) skip(reason)
    expect((await run(PACE)).acknowledged).toBeGreaterThan(0)
  })
