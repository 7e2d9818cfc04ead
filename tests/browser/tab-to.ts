import { expect, type Locator, type Page } from '@playwright/test'

/** More than there are stops on any screen. */
const MOST_STOPS = 200

/** On, or back, by the keyboard alone: a press has moved the focus when it is over. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeAttached()
  // Without waiting for one that is there only while another has the focus.
  const isFocused = () =>
    target.evaluateAll(all => all.some(element => element === document.activeElement))
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press(key)
    if (await isFocused()) return
  }
  await expect(target).toBeFocused()
}
