import { spawnSync } from 'node:child_process'

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The Chromium that the system brings, if it runs: on some it is a page of advice instead. */
export function systemChromium(): string | undefined {
  return candidates.find(path => spawnSync(path, ['--version']).status === 0)
}
