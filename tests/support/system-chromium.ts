import { spawnSync } from 'node:child_process'

const candidates = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The Chromium that the system brings, if it runs: on some it is a page of advice instead. The one
 * without windows, which is what Playwright brings too, takes two thirds of the other's time.
 */
export function systemChromium(): string | undefined {
  return candidates.find(path => spawnSync(path, ['--version']).status === 0)
}
