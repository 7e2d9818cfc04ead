import { defineConfig } from '@playwright/test'
import { systemChromium } from './tests/support/system-chromium.ts'

const executablePath = systemChromium()

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 480_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  use: {
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: executablePath ? { executablePath } : {},
  },
})
