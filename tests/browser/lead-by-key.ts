import type { Page } from '@playwright/test'

/** Opens the screen of a letter; both keys are sent at once, since G waits only a moment. */
export async function leadByKey(page: Page, letter: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)])
}
