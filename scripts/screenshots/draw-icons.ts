// Draws the icons that systems want as pixels, from the favicon's mark.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { systemChromium } from '../../tests/support/system-chromium.ts'

const folder = join(import.meta.dirname, '../../src/web/public')
const favicon = readFileSync(join(folder, 'favicon.svg'), 'utf8')
/** Without rounded corners: the system cuts its own shape out of it. */
const square = favicon.replace(' rx="7"', '')

const icons = [
  { file: 'icon-192.png', size: 192, svg: favicon },
  { file: 'icon-512.png', size: 512, svg: favicon },
  // Systems may cut off all that is outside a circle of four fifths.
  { file: 'icon-maskable-512.png', size: 512, svg: withViewBox(square, 5) },
  { file: 'apple-touch-icon.png', size: 180, svg: withViewBox(square, 2) },
]

const executablePath = systemChromium()
await using browser = await chromium.launch(executablePath ? { executablePath } : {})
for (const { file, size, svg } of icons) {
  await using page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`)
  await page.screenshot({ path: join(folder, file), omitBackground: true })
}

/** Adds a margin, in units of its 32 × 32 view box. */
function withViewBox(svg: string, margin: number): string {
  const side = 32 + 2 * margin
  return svg
    .replace('viewBox="0 0 32 32"', `viewBox="${-margin} ${-margin} ${side} ${side}"`)
    .replace(
      '<rect width="32" height="32"',
      `<rect x="${-margin}" y="${-margin}" width="${side}" height="${side}"`,
    )
}
