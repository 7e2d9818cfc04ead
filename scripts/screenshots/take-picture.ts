import type { Page } from '@playwright/test'

const QUALITY = 82

/** What the window shows, as WebP, once nothing comes or goes any more. */
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

/** The live traffic announces itself now and then, above what is to be seen. */
function closeToasts(): boolean {
  const buttons = document.querySelectorAll<HTMLElement>('.mantine-Notification-closeButton')
  for (const button of buttons) button.click()
  return buttons.length === 0
}
