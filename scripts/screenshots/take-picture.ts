import type { Page } from '@playwright/test'

const QUALITY = 82

/** Captures the viewport as WebP, once fonts have loaded and toasts are closed. */
export async function takePicture(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(closeToasts)
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
  })
  return Buffer.from(data, 'base64')
}

/** Closes the toasts of the live traffic, which would cover the subject. */
function closeToasts(): boolean {
  const buttons = document.querySelectorAll<HTMLElement>('.mantine-Notification-closeButton')
  for (const button of buttons) button.click()
  return buttons.length === 0
}
