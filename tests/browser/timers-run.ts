import type { Page } from '@playwright/test'

/** Resolves once all due timers have run: a list of options finds its marked option in one. */
export const timersRun = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise(done => setTimeout(done)))
