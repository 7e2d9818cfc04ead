import type { Reporter } from 'vitest/node'
import { noteRepeatedTest } from '../../../scripts/repeated-tests.mjs'

/** Records each test that failed at first and passed on a retry, and why it failed. */
export const noteRepeats: Reporter = {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky)
      noteRepeatedTest(
        `${test.module.relativeModuleId} > ${test.fullName} (${test.project.name})`,
        test.result().errors?.[0],
      )
  },
}
