import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { freePort } from '../../tests/support/free-port.ts'
import { systemChromium } from '../../tests/support/system-chromium.ts'

/** `score` of 100, `bytes` as transferred, the others in milliseconds, simulated for a phone. */
export type Audit = { score: number; fcp: number; lcp: number; tbt: number; bytes: number }

/** Part of Lighthouse's report that is read. */
type Report = {
  runtimeError?: { message: string }
  categories: { performance: { score: number | null } }
  audits: Record<string, { numericValue?: number }>
}

/** Timeout of loading: our pages keep a stream open and never become idle, for which Lighthouse would wait. */
const STANDS_AFTER_MS = 15_000
const MOST_REPORT_BYTES = 64 * 1_024 * 1_024

/**
 * Opens a page cold, in a separate Chromium, as Lighthouse's phone does.
 * @param packages folder in which Lighthouse is installed
 * @param options.cookie of a signed-in user
 * @throws Error with Lighthouse's message when it can't measure
 */
export async function audit(
  packages: string,
  url: string,
  { cookie }: { cookie?: string },
): Promise<Audit> {
  await using open = new AsyncDisposableStack()
  const port = await freePort()
  const executablePath = systemChromium()
  const args = [`--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) })
  open.defer(() => browser.close())
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(packages, 'node_modules/lighthouse/cli/index.js'),
      url,
      `--port=${port}`,
      '--only-categories=performance',
      '--output=json',
      '--quiet',
      `--max-wait-for-load=${STANDS_AFTER_MS}`,
      '--no-enable-error-reporting',
      ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
    ],
    { maxBuffer: MOST_REPORT_BYTES },
  )
  const { runtimeError, categories, audits }: Report = JSON.parse(stdout)
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    score: (categories.performance.score ?? Number.NaN) * 100,
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    bytes: value('total-byte-weight'),
  }
}
