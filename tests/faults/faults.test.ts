import { expect, it } from 'vitest'
import { PACE } from '../support/test-app.ts'
import { faults } from './faults.ts'

it.for(faults)(
  'no alert is lost, doubled or reordered by: $name',
  async ({ run, whyNot }, { skip }) => {
    const reason = whyNot?.()
    if (reason) skip(reason)
    expect((await run(PACE)).acknowledged).toBeGreaterThan(0)
  },
)
