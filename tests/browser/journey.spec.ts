import { loginTexts, passwordTexts } from '#shared/texts/sign-in.ts'
import { postAlert } from '../support/webhook.ts'
import { rewrite } from './rewrite.ts'
import { expect, startStage, test } from './stage.ts'

const PASSWORD = 'una contraseña larga'

test('leads from the first account to the delivered message', async ({ page }) => {
  await using stage = await startStage(page)
  const { botApi, url } = stage
  const bot = botApi.addBot()
  botApi.addChat({ id: -1_001_847_362_915, type: 'supergroup', title: 'Señales BTC' })

  await test.step('explains the first step without an account, and hides the code', async () => {
    await page.goto(url)
    const told = page.getByRole('note')
    await expect(told).toContainText('Aún no hay ninguna cuenta.')
    await expect(told).toContainText('/login?alta=…')
    await expect(told).toContainText('arranca Pregonero otra vez')
    await expect(page.getByRole('button', { name: 'Crear cuenta' })).toBeHidden()
    const code = new URL(stage.firstAccountUrl).searchParams.get('alta') ?? ''
    expect(code).not.toBe('')
    expect(await page.content()).not.toContain(code)
  })

  await test.step('creates the first account from the printed address', async () => {
    await page.goto(stage.firstAccountUrl)
    await expect(page.getByRole('note')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Crea la primera cuenta' })).toBeVisible()
    const email = page.getByLabel('Correo electrónico')
    const password = page.getByLabel('Contraseña', { exact: true })
    const create = page.getByRole('button', { name: 'Crear cuenta', exact: true })
    await expect(password).toHaveAccessibleDescription(passwordTexts.rule)
    await create.click()
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription('Escribe tu correo electrónico.')
    await expect(password).toHaveAccessibleDescription(new RegExp(passwordTexts.tooShort))
    await page.getByLabel('Nombre').fill('Marta Olmedo')
    await email.fill('marta@olmedo.es')
    await password.fill(PASSWORD)
    await create.click()
    await expect(page.getByRole('heading', { name: /^Conecta tu primera cuenta/ })).toBeVisible()
    await expect(page.getByText('marta@olmedo.es')).toBeVisible()
  })

  await test.step('a template', async () => {
    await page.getByRole('link', { name: 'Plantillas', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Señal Básica de TradingView' })).toBeVisible()
    await page.getByRole('button', { name: 'Crear Nueva Plantilla' }).click()
    const editor = page.getByRole('dialog')
    await editor.getByLabel('Nombre').fill('Ruptura')
    await rewrite(editor.getByLabel('Contenido'), '*{{symbol}}* rompe {{price}}')
    await expect(editor.getByText('Así llega a Telegram')).toBeVisible()
    await editor.getByRole('button', { name: 'Guardar Plantilla' }).click()
    await expect(page.getByText('¡Nueva plantilla creada correctamente!')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Ruptura', exact: true })).toBeVisible()
  })

  await test.step('a connection', async () => {
    await page.getByRole('link', { name: 'Conexiones', exact: true }).click()
    await page.getByRole('button', { name: 'Añadir Nueva Conexión' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Añadir Nueva Conexión de Telegram' })
    await dialog.getByRole('button', { name: 'Lo escribo yo' }).click()
    await dialog.getByLabel('Nombre de Conexión').fill('BTC Scalping 5m')
    await dialog.getByLabel('Token de Bot', { exact: true }).fill('no es un token')
    await dialog.getByLabel('ID de Chat', { exact: true }).fill('-1001847362915')
    await dialog.getByRole('button', { name: 'Guardar Conexión' }).click()
    await expect(dialog.getByText('El token no tiene la forma')).toBeVisible()
    await dialog.getByLabel('Token de Bot', { exact: true }).fill(bot.token)
    await dialog.getByRole('combobox', { name: 'Plantilla de Mensaje' }).click()
    await page.getByRole('option', { name: 'Ruptura', exact: true }).click()
    await dialog.getByRole('button', { name: 'Guardar Conexión' }).click()
    await expect(page.getByText('Conexión "BTC Scalping 5m" añadida.')).toBeVisible()
  })

  await test.step('its test', async () => {
    await page.getByRole('button', { name: 'Probar' }).click()
    const outcome = 'Mensaje de prueba (plantilla "Ruptura") enviado a BTC Scalping 5m.'
    await expect(page.getByText(outcome).first()).toBeVisible()
    expect(botApi.messages.map(message => message.text)).toEqual(['TESTUSD rompe 123.45'])
  })

  await test.step('delivers an alert to the chat, and shows it in the history live', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copiar URL' }).click()
    await expect(page.getByText('¡URL del Webhook copiada al portapapeles!')).toBeVisible()
    const webhookUrl = await page.evaluate(() => navigator.clipboard.readText())
    expect(webhookUrl).toMatch(new RegExp(`^${url}/webhooks/[\\w-]{22}$`))
    await page.getByRole('link', { name: 'Historial de Alertas' }).click()
    await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
    const response = await postAlert(webhookUrl, {
      symbol: 'BTC_USDT',
      price: '94312.50',
      alert_name: 'Cruce alcista EMA 9/21',
    })
    expect(response.status).toBe(202)
    const row = page.getByRole('row', { name: /Cruce alcista EMA 9\/21/ })
    await expect(row).toContainText('Éxito')
    await expect(row).toContainText('BTC Scalping 5m')
    expect(botApi.messages[1]).toMatchObject({
      chatId: '-1001847362915',
      text: 'BTC_USDT rompe 94312.50',
      entities: [{ type: 'bold', offset: 0, length: 8 }],
    })
    await row.click()
    const detail = page.getByRole('dialog')
    await expect(detail.getByText('"price": "94312.50"')).toBeVisible()
    await expect(detail.getByText('BTC_USDT rompe 94312.50')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('resends a failed alert from its detail', async () => {
    const refusal = { kind: 'refusal', status: 400, description: 'Bad Request: no' } as const
    botApi.fail({ times: 1 }, refusal)
    const webhookUrl = await page.evaluate(() => navigator.clipboard.readText())
    await postAlert(webhookUrl, { symbol: 'ETHUSDT', price: '1', alert_name: 'Volumen' })
    const row = page.getByRole('row', { name: /Volumen/ })
    await expect(row).toContainText('Fallo')
    await row.click()
    const detail = page.getByRole('dialog')
    await detail.getByRole('button', { name: 'Reenviar' }).click()
    await expect(detail.getByText('Mensaje enviado')).toBeVisible()
    expect(botApi.messages.at(-1)?.text).toBe('ETHUSDT rompe 1')
    await page.keyboard.press('Escape')
  })

  await test.step('out and in again', async () => {
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(page).toHaveURL(`${url}/login`)
    const email = page.getByLabel('Correo electrónico')
    const password = page.getByLabel('Contraseña', { exact: true })
    const signIn = page.getByRole('button', { name: 'Iniciar Sesión' })
    await email.fill('marta')
    await signIn.click()
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription(loginTexts.invalidEmail)
    await expect(password).toHaveAccessibleDescription('Escribe tu contraseña.')
    await email.fill('marta@olmedo.es')
    await password.fill(PASSWORD)
    await signIn.click()
    await expect(page).toHaveURL(`${url}/dashboard`)
  })
})
