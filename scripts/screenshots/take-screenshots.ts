// Takes the screenshots of the documentation and the README, from the demonstration.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { freePort } from '../../tests/support/free-port.ts'
import { systemChromium } from '../../tests/support/system-chromium.ts'
import { type Demo, startDemo } from '../demo/start-demo.ts'
import { type Scene, scenes } from './scenes.ts'
import { takePicture } from './take-picture.ts'

const folder = join(import.meta.dirname, '../../docs/screenshots')
const viewports = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

await mkdir(folder, { recursive: true })
await using demo = await startDemo({ port: await freePort() })
const executablePath = systemChromium()
await using browser = await chromium.launch(executablePath ? { executablePath } : {})
const storageState = await signIn(browser, demo)

let bytes = 0
for (const scene of scenes) {
  for (const theme of ['dark', 'light'] as const) {
    const picture = await shoot(scene, theme)
    await writeFile(join(folder, `${scene.name}-${theme}.webp`), picture)
    bytes += picture.length
    console.log(`${scene.name}-${theme}.webp  ${Math.round(picture.length / 1024)} kB`)
  }
}
console.log(`${Math.round(bytes / 1024)} kB in all`)

async function shoot(scene: Scene, theme: 'dark' | 'light'): Promise<Buffer> {
  await using context = await browser.newContext({
    viewport: viewports[scene.device],
    deviceScaleFactor: scene.device === 'phone' ? 2 : 1,
    isMobile: scene.device === 'phone',
    hasTouch: scene.device === 'phone',
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
    storageState,
  })
  await context.addInitScript(value => localStorage.setItem('theme', value), theme)
  const page = await context.newPage()
  await page.goto(demo.url + scene.path)
  await scene.settle(page)
  return await takePicture(page)
}

async function signIn(browser: Browser, { url, email, password }: Demo) {
  await using context = await browser.newContext({ locale: 'es-ES' })
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.waitForURL(`${url}/dashboard`)
  return await context.storageState()
}
