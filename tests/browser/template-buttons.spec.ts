import { test as bare, type Locator, type Page } from '@playwright/test'
import { copyName } from '#shared/format.ts'
import { postAlert } from '../support/webhook.ts'
import { rewrite } from './rewrite.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'
import { tabTo } from './tab-to.ts'

const contentOf = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Contenido' })
const faceOf = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Texto del botón' })
const addressOf = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Dirección' })
const keyboardOf = (dialog: Locator) => dialog.getByRole('group', { name: 'Botones del mensaje' })
/** The buttons in the editor, which open their settings. */
const madeOf = (dialog: Locator) => dialog.getByRole('region', { name: 'Botones' })

test(
  'creates buttons by keyboard alone, which arrive under the message',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { trader, botApi, url } = stage
    await page.goto(`${url}/templates`)
    await page.getByRole('button', { name: 'Crear Nueva Plantilla' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Crear Nueva Plantilla' })
    const add = (kind: string) => dialog.getByRole('button', { name: `Añadir botón: ${kind}` })
    await expect(dialog.getByLabel('Nombre')).toBeFocused()
    await page.keyboard.type('Con botones')
    await page.keyboard.press('Tab')
    await expect(contentOf(dialog)).toBeFocused()
    await page.keyboard.insertText('{{symbol}} a {{price}}')

    await test.step('adds working buttons, and focuses their text', async () => {
      await tabTo(page, add('Gráfico'))
      await page.keyboard.press('Enter')
      await expect(faceOf(dialog)).toBeFocused()
      await tabTo(page, dialog.getByRole('radio', { name: 'Sin color' }))
      await page.keyboard.press('ArrowRight')
      await tabTo(page, add('Copiar'), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(faceOf(dialog)).toHaveText('Copiar precio')
      await tabTo(page, add('Enlace'), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(faceOf(dialog)).toBeFocused()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText('Noticias\nde hoy')
      await expect(faceOf(dialog)).toHaveText('Noticias de hoy')
    })

    await test.step('inserts placeholders into the focused field', async () => {
      await page.keyboard.press('Tab')
      await expect(addressOf(dialog)).toBeFocused()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText('https://ejemplo.es/?s=')
      const placeholders = dialog.getByRole('group', { name: 'Insertar campo en «Dirección»' })
      const inserter = placeholders.getByRole('button', { name: 'exchange', exact: true })
      await tabTo(page, inserter, 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(addressOf(dialog)).toBeFocused()
      await expect(addressOf(dialog)).toHaveText('https://ejemplo.es/?s={{exchange}}')
    })

    await test.step('moves a button, and announces its place', async () => {
      await tabTo(page, dialog.getByRole('button', { name: 'Mover a la fila de arriba' }))
      await page.keyboard.press('Enter')
      await expect(dialog.getByText('Fila 1 de 1, puesto 3 de 3')).toBeAttached()
      await page.keyboard.press('Enter')
      await expect(dialog.getByText('Fila 1 de 2, puesto 1 de 1')).toBeAttached()
    })

    await test.step('moves the focus from a removed button to its neighbour', async () => {
      await tabTo(page, add('Copiar'), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await tabTo(page, dialog.getByRole('button', { name: 'Quitar botón' }))
      await page.keyboard.press('Enter')
      const left = madeOf(dialog).getByRole('button', { expanded: false })
      await expect(left).toHaveText(['Noticias de hoy', '📈 Gráfico', 'Copiar precio'])
      await expect(left.last()).toBeFocused()
    })

    const shown = keyboardOf(dialog).locator('a, button')
    await expect(shown).toHaveText(['Noticias de hoy', '📈 Gráfico', 'Copiar precio'])
    await expect(shown.first()).toHaveAttribute('href', 'https://ejemplo.es/?s=OANDA')
    await expect(shown.first()).toHaveAttribute('rel', /noopener/)

    await tabTo(page, dialog.getByRole('button', { name: 'Guardar Plantilla' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()

    await test.step('sends them to Telegram, and shows them in the history', async () => {
      const all = await trader.api.templates.list()
      const templateId = all.find(({ name }) => name === 'Con botones')?.id ?? ''
      const { webhookUrl } = await trader.connect(botApi, { name: 'Oro H1', templateId })
      const body = { ticker: 'XAUUSD', exchange: 'OANDA', price: '4131.20', timeframe: '60' }
      const answer = await postAlert(webhookUrl, body)
      const { alertId } = (await answer.json()) as { alertId: string }
      await botApi.waitFor(messages => messages.length === 1)
      expect(botApi.messages[0]?.buttons).toMatchObject([
        [{ text: 'Noticias de hoy', url: 'https://ejemplo.es/?s=OANDA' }],
        [
          { text: '📈 Gráfico', style: 'primary' },
          { text: 'Copiar precio', copy_text: { text: '4131.20' } },
        ],
      ])
      await page.goto(`${url}/alerts#${alertId}`)
      const sent = keyboardOf(page.getByRole('dialog')).locator('a, button')
      await expect(sent).toHaveText(['Noticias de hoy', '📈 Gráfico', 'Copiar precio'])
      await expect(sent.nth(1)).toHaveAttribute('href', /OANDA:XAUUSD&interval=60$/)
    })
  },
)

test(
  'reports faults of a button at its field, and missing values in the preview',
  extended,
  async ({ page, context }) => {
    await using stage = await startSignedIn(page)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stage.url })
    await stage.trader.api.templates.create(template)
    await page.goto(`${stage.url}/templates`)
    const dialog = await openEditor(page)
    const chip = (name: string | RegExp) => madeOf(dialog).getByRole('button', { name })
    const save = dialog.getByRole('button', { name: 'Actualizar Plantilla' })
    const sample = dialog.getByRole('textbox', { name: 'JSON de ejemplo' })

    await test.step('a value that is missing', async () => {
      await rewrite(sample, '{"symbol":"ES1!"}')
      await expect(
        dialog.getByText('El botón «Copiar stop» no sale: falta {{stop_loss}}.'),
      ).toBeVisible()
      await expect(keyboardOf(dialog).locator('a, button')).toHaveText(['Web'])
      await rewrite(sample, '{"symbol":"ES1!","stop_loss":"4098.50"}')
      await keyboardOf(dialog).getByRole('button', { name: 'Copiar stop' }).click()
      await expect(page.getByText('¡Texto copiado al portapapeles!')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('4098.50')
    })

    await test.step('the faults, in reading order', async () => {
      await chip('Web').click()
      await rewrite(addressOf(dialog), 'https://{{symbol}}.es/')
      await chip('Copiar stop').click()
      await rewrite(faceOf(dialog), '')
      await save.click()
      await expect(faceOf(dialog)).toBeFocused()
      await expect(faceOf(dialog)).toHaveAccessibleDescription('Escribe el texto del botón.')
      await expect(chip('Sin texto (por corregir)')).toHaveAttribute('aria-expanded', 'true')
      await rewrite(faceOf(dialog), 'Copiar stop')
      await expect(faceOf(dialog)).toHaveAttribute('aria-invalid', 'false')
      await save.click()
      await expect(addressOf(dialog)).toBeFocused()
      await expect(addressOf(dialog)).toHaveAccessibleDescription(/El dominio va escrito tal cual/)
      await rewrite(addressOf(dialog), 'https://ejemplo.es/{{symbol}}')
      await expect(chip(/por corregir/)).toBeHidden()
    })

    await test.step('places a picture as chosen, without fetching it', async () => {
      const snapshot = 'https://www.tradingview.com/x/AbCd1234/'
      await rewrite(sample, JSON.stringify({ symbol: 'ES1!', snapshot }))
      const message = dialog.getByRole('region', { name: 'Mensaje' }).locator('article')
      await expect(message).toHaveText(/ES1!.*tradingview\.com.*Telegram muestra aquí la imagen/)
      await dialog.getByText('Encima del texto').click()
      await expect(message).toHaveText(/Telegram muestra aquí la imagen.*ES1!/)
      await expect(message.getByRole('link', { name: 'www.tradingview.com' })).toHaveAttribute(
        'href',
        snapshot,
      )
      await expect(message.locator('img')).toHaveCount(0)
    })

    await test.step('scrolls a long message to its buttons', async () => {
      await rewrite(contentOf(dialog), '{{symbol}}\n'.repeat(60))
      const last = keyboardOf(dialog).locator('a, button').last()
      await expect(last).not.toBeInViewport()
      await dialog.getByRole('region', { name: 'Mensaje' }).hover()
      await page.mouse.wheel(0, 5_000)
      await expect(last).toBeInViewport({ ratio: 1 })
    })
  },
)

// The browser logs an error for each refusal.
bare('shows the buttons of two competing edits of a template', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { templates } = stage.trader.api
  const { id, name, content } = await templates.create(template)
  await page.goto(`${stage.url}/templates`)
  const dialog = await openEditor(page)
  await dialog.getByText('Encima del texto').click()
  await templates.update({ id, name, content, buttons: [[{ kind: 'chart', text: 'Gráfico' }]] })
  await dialog.getByRole('button', { name: 'Actualizar Plantilla' }).click()
  const changed = page.getByRole('dialog', { name: 'Alguien cambió esta plantilla' })
  await expect(changed.getByRole('definition')).toHaveText([
    /^Lo tuyoFila 1 · Copiar stop: copia \{\{stop_loss\}\}\s+Fila 2 · Web: abre https:\/\/ejemplo\.es\//,
    /^Lo suyoFila 1 · Gráfico: abre el gráfico/,
    /^Lo tuyoEncima del texto/,
    /^Lo suyoDebajo del texto/,
  ])
  await changed.getByRole('button', { name: 'Guardar como copia' }).click()
  await expect(dialog).toBeHidden()
  const copy = (await templates.list()).find(one => one.name === copyName(name))
  expect(copy).toMatchObject({ picture: 'above', buttons: template.buttons })
})

const template = {
  name: 'Señal',
  content: '{{symbol}}',
  buttons: [
    [{ kind: 'copy' as const, text: 'Copiar stop', value: '{{stop_loss}}' }],
    [{ kind: 'link' as const, text: 'Web', url: 'https://ejemplo.es/' }],
  ],
}

async function openEditor(page: Page): Promise<Locator> {
  const card = page.getByRole('article', { name: template.name, exact: true })
  await card.getByRole('button', { name: 'Editar' }).click()
  return page.getByRole('dialog', { name: 'Editar Plantilla' })
}
