import type { Page } from '@playwright/test'

/** To the screen of a letter: sent at once, since G waits for it only for a moment. */
export async function leadByKey(page: Page, letter: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)])
}
