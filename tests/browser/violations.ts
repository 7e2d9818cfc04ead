import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof Axe
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Looks for accessibility barriers on the page, or in the part that `within` selects. A document
 * loads axe once, however often it is looked at.
 * @returns rule and first element of each violation
 */
export async function violationsOn(
  page: Page,
  { within = 'html', ...options }: Axe.RunOptions & { within?: string } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source)
  const wanted: Axe.RunOptions = { ...options, resultTypes: ['violations'] }
  return page.evaluate(
    async ([part, options]) => {
      if (!window.axe) throw new Error('axe did not load')
      const { violations } = await window.axe.run(part, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    [within, wanted] as const,
  )
}
