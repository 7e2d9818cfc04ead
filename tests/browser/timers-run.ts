import type { Page } from '@playwright/test'

/** Once the timers that are due have run: a list of choices looks in one which of them is marked. */
export const timersRun = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise(done => setTimeout(done)))
