import type { Reporter, TestCase } from '@playwright/test/reporter'
import { noteRepeatedTest } from '../../../scripts/repeated-tests.mjs'

/** Records each test that failed at first and passed on a retry, and why it failed. */
export default class NoteRepeats implements Reporter {
  onTestEnd(test: TestCase): void {
    if (test.outcome() === 'flaky')
      noteRepeatedTest(test.titlePath().filter(Boolean).join(' > '), test.results[0]?.error)
  }

  printsToStdio(): boolean {
    return false
  }
}
