import type { Locator, Page } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import { cookiesOf, expect, extended, startSignedIn, test } from './stage.ts'

const PHONE = { width: 390, height: 844 }
const MOST_FIELDS = 2
const MOST_PRESSES = 8

// Presses in Telegram itself are made by the double, and not counted.
test(
  'reaches the first message by code, by keyboard and by link on a phone',
  extended,
  async ({ page }, { annotations }) => {
    await using stage = await startSignedIn(page)
    const { botApi, signUp, url } = stage
    await countEfforts(page)
    await page.context().route('https://t.me/**', route => route.fulfill({ body: 'Telegram' }))
    const token = page.getByLabel('Token de Bot', { exact: true })
    const save = page.getByRole('button', { name: 'Guardar Conexión' })
    const done = page.getByRole('button', { name: 'Entendido, llévame a mi Dashboard' })
    const arrived = page.getByRole('region', { name: 'Así ha llegado a tu chat' })

    const ways: Record<string, () => Promise<void>> = {
      'a code, which a camera reads also in the dark': async () => {
        const bot = botApi.addBot()
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
        await expect(token).toBeFocused()
        await expect(save).toBeHidden()
        await page.keyboard.insertText(bot.token)
        await expect(page.getByText(`Bot: ${bot.name} (@${bot.username})`)).toBeVisible()
        const [, code = ''] =
          (await readCode(page.getByRole('img', { name: /^Código QR/ }))).match(
            `^https://t.me/${bot.username}\\?start=([\\w-]{22,64})$`,
          ) ?? []
        botApi.start(bot, code)
        await expect(arrived).toContainText('Pregonero ya escribe aquí.')
        await expect(page.getByLabel('Nombre de Conexión')).toHaveValue('Ana')
        await save.click()
        await done.click()
      },
      'the keyboard, into a group': async () => {
        const bot = botApi.addBot()
        const group = botApi.addChat({ id: -1_001_847_362_915, type: 'supergroup', title: 'Oro' })
        await page.keyboard.insertText(bot.token)
        await expect(page.getByRole('radio', { name: 'En mi chat' })).toBeVisible()
        for (const key of ['Tab', 'Tab', 'ArrowRight']) await page.keyboard.press(key)
        const link = page.getByRole('link', { name: 'Abrir Telegram' })
        await expect(link).toHaveAttribute('href', /\?startgroup=/)
        botApi.startGroup(bot, await codeOf(link), group)
        await expect(arrived.getByText('Así ha llegado a tu chat')).toBeFocused()
        for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
        await expect(page.getByText('Conexión "Oro" añadida.')).toBeVisible()
      },
      'a link on a phone, while the page is not looked at': async () => {
        await page.setViewportSize(PHONE)
        const bot = botApi.addBot()
        await token.click()
        await page.keyboard.insertText(bot.token)
        const link = page.getByRole('link', { name: 'Abrir Telegram' })
        await expect(page.getByRole('img', { name: /^Código QR/ })).toBeHidden()
        const opened = page.context().waitForEvent('page')
        await link.click()
        const telegram = await opened
        botApi.start(bot, await codeOf(link))
        await telegram.close()
        await expect(arrived).toContainText('Pregonero ya escribe aquí.')
        await save.click()
        await expect(page.getByText('Conexión "Ana" añadida.')).toBeVisible()
      },
    }

    for (const [nth, [way, go]] of Object.entries(ways).entries()) {
      await test.step(way, async () => {
        const trader = await signUp(`nueva${nth}`)
        // The page is left first, so that it sends no request during the sign-in.
        await page.goto('about:blank')
        await page.context().clearCookies()
        await page.context().addCookies(cookiesOf(trader.cookie, url))
        await page.goto(`${url}/dashboard`)
        await expect(page.getByRole('heading', { name: /^Conecta tu primera/ })).toBeVisible()
        await startCounting(page)
        const began = performance.now()
        await go()
        const seconds = ((performance.now() - began) / 1_000).toFixed(1)
        const { fields, presses } = await effortsOf(page)
        const description = `${way}: ${fields} fields, ${presses} presses, ${seconds} s`
        annotations.push({ type: 'effort', description })
        expect(fields, way).toBeLessThanOrEqual(MOST_FIELDS)
        expect(presses, way).toBeLessThanOrEqual(MOST_PRESSES)
        expect(await trader.api.connections.list()).toHaveLength(1)
      })
    }
  },
)

const codeOf = async (link: Locator): Promise<string> =>
  (await link.getAttribute('href'))?.split('=').at(-1) ?? ''

/** Decodes a QR code from a screenshot, as a camera does. */
async function readCode(drawn: Locator): Promise<string> {
  const picture = (await drawn.screenshot()).toString('base64')
  const { width, height, pixels } = await drawn.page().evaluate(async base64 => {
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? []
    return { width: bitmap.width, height: bitmap.height, pixels: [...data] }
  }, picture)
  return decodeQR({ width, height, data: Uint8Array.from(pixels) })
}

/** Counts presses, keys included, and the fields that are filled in. */
async function countEfforts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const efforts = { fields: new Set<EventTarget | null>(), presses: 0 }
    Object.assign(globalThis, { efforts })
    for (const press of ['pointerdown', 'keydown'])
      addEventListener(press, event => event.isTrusted && efforts.presses++, true)
    addEventListener(
      'input',
      ({ target }) => {
        const isTyped = target instanceof HTMLInputElement && target.type !== 'radio'
        if (isTyped || target instanceof HTMLTextAreaElement) efforts.fields.add(target)
      },
      true,
    )
  })
}

declare const efforts: { fields: Set<unknown>; presses: number }

const startCounting = (page: Page) =>
  page.evaluate(() => {
    efforts.fields.clear()
    efforts.presses = 0
  })

const effortsOf = (page: Page) =>
  page.evaluate(() => ({ fields: efforts.fields.size, presses: efforts.presses }))
