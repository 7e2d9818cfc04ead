import { expect, it } from 'vitest'
import { PACE } from '../support/test-app.ts'
import { faults } from './faults.ts'

it.each(faults)('nothing is lost, doubled or turned round by: $name', async ({ run }) => {
  expect((await run(PACE)).acknowledged).toBeGreaterThan(0)
})
