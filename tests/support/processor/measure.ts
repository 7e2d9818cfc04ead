/** Measures the processor time of each test and each test file, for the report at the end of the run. */
import { afterAll, afterEach, beforeEach } from 'vitest'
import { processorTimeOfChildren } from '../../../scripts/processor-time.mjs'

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds, user and system, including child processes that have ended. */
    processor?: number
  }
}

/** Seconds of this process and of its ended children. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + (processorTimeOfChildren() || 0)
}

// This file runs again for each test file, before that is imported.
const fileBegan = processorTime()
let testBegan = 0

beforeEach(() => {
  testBegan = processorTime()
})
afterEach(({ task }) => {
  task.meta.processor = processorTime() - testBegan
})
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that no fixture is needed.
afterAll(({}, file) => {
  file.meta.processor = processorTime() - fileBegan
})
