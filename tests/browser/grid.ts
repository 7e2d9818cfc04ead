import { expect, type Locator, type Page } from '@playwright/test'

/** Expects one, two or three columns of cards, by the width of the window. */
export async function expectColumns(page: Page, cards: Locator) {
  const before = page.viewportSize()
  for (const [width, columns] of [
    [390, 1],
    [1024, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const grid = cards.first().locator('../..')
    await expect
      .poll(() => grid.evaluate(it => getComputedStyle(it).gridTemplateColumns.split(' ').length))
      .toBe(columns)
  }
  if (before) await page.setViewportSize(before)
}
