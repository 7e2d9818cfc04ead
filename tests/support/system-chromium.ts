import { spawnSync } from 'node:child_process'

const candidates = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The system's Chromium, if it runs: on some systems it is a page of advice instead. The headless
 * shell, which Playwright brings too, takes two thirds of the time.
 */
export function systemChromium(): string | undefined {
  return candidates.find(path => spawnSync(path, ['--version']).status === 0)
}
