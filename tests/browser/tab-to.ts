import { expect, type Locator, type Page } from '@playwright/test'

/** More than the Tab stops of any screen. */
const MOST_STOPS = 200

/** Presses Tab or Shift+Tab until `target` has the focus; a press has moved it when it resolves. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeAttached()
  // Does not wait for an element that exists only while another has the focus.
  const isFocused = () =>
    target.evaluateAll(all => all.some(element => element === document.activeElement))
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press(key)
    if (await isFocused()) return
  }
  await expect(target).toBeFocused()
}
