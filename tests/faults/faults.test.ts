// @module-tag process
import { expect, it } from 'vitest'
import { PACE } from '../support/test-app.ts'
import { faults } from './faults.ts'

/** One quick fault of each kind; the others run in the extended tier. */
const inGate = new Set([
  'Telegram refuses connections',
  'reset after storing',
  '429 with 1 s for a chat',
  'disk full',
  'store unwritable between send and write',
  'clock stepped back an hour',
  'a poisoned alert in a lane and in a group',
  'a group migrated in mid-burst',
])

it('knows each fault of the gate', () => {
  expect(inGate.difference(new Set(faults.map(({ name }) => name)))).toEqual(new Set())
})

// A loop, because Vitest truncates the names that it fills into a title.
for (const { name, run, whyNot } of faults) {
  const title = `no alert is lost, doubled or reordered by: ${name}`
  it(title, { tags: inGate.has(name) ? [] : ['extended'] }, async ({ skip }) => {
    const reason = whyNot?.()
    if (reason) skip(reason)
    expect((await run(PACE)).acknowledged).toBeGreaterThan(0)
  })
}
