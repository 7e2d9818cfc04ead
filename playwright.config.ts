import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { systemChromium } from './tests/support/system-chromium.ts'

const executablePath = systemChromium()

// Workers inherit it: what Node made of the sources.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/compiled')

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  // Node runs these as they are; Playwright would compile each file once more.
  build: { external: ['**/src/**', '**/tests/support/**', '**/scripts/**'] },
  fullyParallel: true,
  workers: 2,
  // Ceilings that end a hang; no test depends on how fast the machine is.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  // A last net for a real browser; each repeat is printed by name.
  retries: 1,
  reporter: [
    [process.env.CI === undefined ? 'list' : 'dot'],
    ['./tests/support/repeated/playwright-reporter.ts'],
    ['./tests/support/processor/playwright-reporter.ts'],
  ],
  forbidOnly: process.env.CI !== undefined,
  use: {
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: executablePath ? { executablePath } : {},
  },
})
