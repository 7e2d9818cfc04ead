import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { systemChromium } from '../tests/support/system-chromium.ts'

const asRoot = process.getuid?.() === 0
const aptGet = 'apt-get install -y --no-install-recommends'
const ways = [
  ...(asRoot
    ? [`apt-get update && (${aptGet} chromium-headless-shell || ${aptGet} chromium)`]
    : []),
  `playwright install ${asRoot ? '--with-deps ' : ''}chromium`,
]

if (!ways.some(way => isThere() || (install(way) && isThere()))) {
  console.error(
    'There is no Chromium for the browser tests, and none could be installed. Install one (`apt-get install chromium`, or `npx playwright install chromium`) and run this again.',
  )
  process.exitCode = 1
}

function isThere() {
  return systemChromium() !== undefined || existsSync(chromium.executablePath())
}

function install(way) {
  console.log(`Installing Chromium: ${way}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(way, { shell: true, stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
}
