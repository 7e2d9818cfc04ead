import { test as bare, type Locator, type Page } from '@playwright/test'
import { templateTexts } from '#shared/texts/templates.ts'
import { postAlert } from '../support/webhook.ts'
import { expectColumns } from './grid.ts'
import { rewrite } from './rewrite.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'
import { tabTo } from './tab-to.ts'

const contentOf = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Contenido' })
const sampleOf = (dialog: Locator) => dialog.getByRole('textbox', { name: 'JSON de ejemplo' })
const messageOf = (dialog: Locator) => dialog.getByRole('region', { name: 'Mensaje' })
const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

test('writes a template by keyboard alone', async ({ page }) => {
  await using stage = await startSignedIn(page)
  await page.goto(`${stage.url}/templates`)
  const opener = page.getByRole('button', { name: 'Crear Nueva Plantilla' })
  const dialog = page.getByRole('dialog', { name: 'Crear Nueva Plantilla' })
  const content = contentOf(dialog)
  const offers = page.getByRole('listbox', { name: 'Sugerencias' })

  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Nombre')).toBeFocused()
  await page.keyboard.type('Ruptura')
  await page.keyboard.press('Tab')
  await expect(content).toBeFocused()

  await test.step('offers placeholders with their origin', async () => {
    await page.keyboard.type('*{{tick')
    await expect(
      offers.getByRole('option', { name: /^ticker.*Símbolo · TradingView$/ }),
    ).toBeVisible()
    await take(page)
    await expect(content).toHaveText('*{{ticker}}')
    await page.keyboard.type('* en {{conn')
    await expect(offers.getByRole('option', { name: /connection_name.*Pregonero$/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(offers).toBeHidden()
    await page.keyboard.press('Control+Space')
    await expect(offers).toBeVisible()
    await take(page)
    await expect(content).toHaveText('*{{ticker}}* en {{connection_name}}')
  })

  await test.step('leaves the editor by Tab, and inserts placeholders by buttons', async () => {
    await page.keyboard.type(' a ')
    await tabTo(page, dialog.getByRole('button', { name: 'close', exact: true }))
    await page.keyboard.press('Enter')
    await expect(content).toBeFocused()
    await expect(content).toHaveText('*{{ticker}}* en {{connection_name}} a {{close}}')
    await expect(messageOf(dialog)).toContainText('{{ticker}} en Tu conexión a {{close}}')
    await expect(dialog.getByText('Sin alertas con las que probarla todavía.')).toBeVisible()
  })

  await tabTo(page, dialog.getByRole('button', { name: 'Guardar Plantilla' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(templateTexts.created)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(cardOf(page, 'Ruptura')).toContainText('{{connection_name}} a {{close}}')
})

test('offers filters after a bar, and shows times in the zone that their reader sees', async ({
  page,
}) => {
  await using stage = await startSignedIn(page)
  const { trader } = stage
  await trader.api.profile.update({ timeZone: 'Asia/Tokyo' })
  await page.goto(`${stage.url}/templates`)
  await page.getByRole('button', { name: 'Crear Nueva Plantilla' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear Nueva Plantilla' })
  const content = contentOf(dialog)
  const message = messageOf(dialog)
  const offers = page.getByRole('listbox', { name: 'Sugerencias' })

  await test.step('by the keyboard', async () => {
    await content.focus()
    await page.keyboard.type('{{price |')
    await expect(offers.getByRole('option')).toHaveCount(8)
    await page.keyboard.type(' mile')
    await expect(offers.getByRole('option')).toHaveText([/^miles/])
    await take(page)
    await expect(content).toHaveText('{{price | miles}}')
    await expect(message).toContainText('4.131,20')
  })

  await test.step('reports a misspelt filter, and lists the known ones', async () => {
    await rewrite(content, '{{price | dos}}')
    await expect(dialog.getByText('«dos» no es un filtro; los hay').first()).toBeVisible()
    await expect(message).toContainText('{{price | dos}}')
  })

  await test.step('dims a placeholder without value, and shows the default of another', async () => {
    await rewrite(content, '{{gone | 2}} {{gone | o "nada"}}')
    await expect(message.getByTitle('No se envía: falta el valor')).toHaveText('{{gone | 2}}')
    await expect(message).toContainText('nada')
  })

  await test.step('shows times in the zone of the browser, and updates ages', async () => {
    await rewrite(content, '{{time | fecha | hora}} {{time | hace}} `{{time | hora}}`')
    await rewrite(sampleOf(dialog), '{"time":"2026-02-18T14:30:00Z"}')
    const times = message.locator('article time[title]')
    await expect(times).toHaveCount(2)
    await expect(times.first()).toHaveText('18/02/2026, 15:30')
    await expect(times.first()).toHaveAttribute('title', '18/02/2026, 15:30:00')
    await expect(times.last()).toHaveText(/^hace /)
    await expect(message.locator('code')).toHaveText('23:30 GMT+9')
  })
})

test('reports the faults of a template at their fields', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { templates } = stage.trader.api
  for (const { id } of await templates.list()) await templates.remove({ id })
  await page.goto(`${stage.url}/templates`)
  await expect(page.getByRole('heading', { name: 'Plantillas de Mensajes' })).toBeVisible()
  await expect(page.getByText('Aún no hay plantillas')).toBeVisible()
  await page.getByRole('button', { name: 'Crear Primera Plantilla' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear Nueva Plantilla' })
  const [name, content, sample] = [dialog.getByLabel('Nombre'), contentOf(dialog), sampleOf(dialog)]
  const save = dialog.getByRole('button', { name: 'Guardar Plantilla' })

  await test.step('there is no alert to take a sample from yet', async () => {
    const recent = dialog.getByRole('button', { name: 'Usar una alerta reciente' })
    await expect(recent).toHaveAttribute('aria-disabled', 'true')
    await recent.hover()
    await expect(page.getByRole('tooltip')).toHaveText('Aún no ha llegado ninguna alerta')
  })

  await test.step('name and content', async () => {
    await save.click()
    await expect(name).toBeFocused()
    await expect(name).toHaveAccessibleDescription(templateTexts.required)
    await expect(content).toHaveAttribute('aria-invalid', 'true')
    await name.fill('Señal')
    await rewrite(content, ' \n ')
    await save.click()
    await expect(content).toBeFocused()
    await expect(content).toHaveAccessibleDescription(new RegExp(templateTexts.required))
  })

  await test.step('Markdown or HTML, by how the content begins and ends', async () => {
    await rewrite(content, '<b>{{symbol}}</b>')
    await expect(content).toHaveAccessibleDescription(/^HTML/)
    await expect(messageOf(dialog).locator('strong, b')).toHaveText('XAUUSD')
    await rewrite(content, '<b>{{symbol}}</b> a {{price}}')
    await expect(content).toHaveAccessibleDescription(/^Markdown/)
    await expect(messageOf(dialog)).toContainText('<b>XAUUSD</b> a 4131.20')
    await expect(dialog.getByRole('list', { name: 'Avisos' })).toContainText('Solo es HTML')
    await rewrite(content, '[Gráfico](https://ejemplo.es/{{symbol}})')
    const link = messageOf(dialog).getByRole('link', { name: 'Gráfico' })
    await expect(link).toHaveAttribute('href', 'https://ejemplo.es/XAUUSD')
    await expect(link).toHaveAttribute('target', '_blank')
    await rewrite(content, '{{symbol}} a {{price}}')
  })

  await test.step('the sample', async () => {
    await rewrite(sample, '{ "symbol": ')
    await expect(dialog.getByText('JSON inválido', { exact: true })).toBeVisible()
    await expect(dialog.getByText(templateTexts.invalidSamplePreview)).toBeVisible()
    await save.click()
    await expect(sample).toBeFocused()
    await expect(sample).toHaveAccessibleDescription(new RegExp(templateTexts.invalidSample))
    await rewrite(sample, '')
    await expect(messageOf(dialog)).toContainText('{{symbol}}')
  })

  await test.step('asks before leaving it', async () => {
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' })
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await expect(question).toBeHidden()
    await save.click()
    await expect(page.getByText(templateTexts.created)).toBeVisible()
  })

  await page.getByLabel('Buscar plantillas').fill('nada')
  await expect(page.getByText('Ninguna plantilla coincide')).toBeVisible()
})

test('asks before a step through the browser’s history loses input', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  await page.goto(`${stage.url}/dashboard`)
  const menu = page.getByRole('navigation')
  const go = (label: string) => menu.getByRole('link', { name: label, exact: true }).click()
  await go('Gestión de Etiquetas')
  await go('Plantillas')
  await go('Documentación')
  await page.goBack()
  await page.getByRole('button', { name: 'Crear Nueva Plantilla' }).click()
  const name = page.getByRole('dialog', { name: 'Crear Nueva Plantilla' }).getByLabel('Nombre')
  await name.fill('Mía')
  const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' })
  for (const steps of [1, -2, -1]) {
    await page.evaluate(by => history.go(by), steps)
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(`${stage.url}/templates`)
    await expect(name).toHaveValue('Mía')
  }
  await page.goForward()
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(name).toBeHidden()
  await page.goForward()
  await expect(page).toHaveURL(`${stage.url}/docs`)

  await page.goBack()
  const field = page.getByLabel('Buscar plantillas')
  await field.fill('x'.repeat(250))
  await expect(page).toHaveURL(/search=x{200}$/)
  await expect(field).toHaveValue('x'.repeat(200))
})

test('keeps the selection while marks are drawn', async ({ page }) => {
  await using stage = await startSignedIn(page)
  await page.clock.install()
  await page.goto(`${stage.url}/templates`)
  await page.getByRole('button', { name: 'Crear Nueva Plantilla' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear Nueva Plantilla' })
  const sample = sampleOf(dialog)
  await dialog.getByLabel('Nombre').fill('Señal')
  await rewrite(contentOf(dialog), '{{symbol}} a {{price}}')
  await page.clock.pauseAt(Date.now() + 60_000)

  await rewrite(sample, '{ "symbol": ')
  await page.clock.runFor(200)
  await dialog.getByRole('button', { name: 'Guardar Plantilla' }).click()
  await expect(sample).toHaveAccessibleDescription(new RegExp(templateTexts.invalidSample))
  await sample.press('ControlOrMeta+a')
  await expect(sample.locator('.cm-lintRange')).toBeHidden()
  await page.clock.runFor(150)
  await expect(sample.locator('.cm-lintRange')).toBeVisible()
  await sample.press('Delete')
  await expect(sample).toHaveText('')
})

// The browser logs an error for each refusal.
bare('reports refusals of the server, and keeps the typed text', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { templates } = trader.api
  const all = await templates.list()
  const [kept, used, unused, ...others] = all
  if (!kept || !used || !unused) throw new Error('there are no templates')
  for (const { id } of others) await templates.remove({ id })
  await trader.connect(botApi, { name: 'Oro H1', templateId: used.id })
  await page.goto(`${url}/templates`)
  await expect(cardOf(page, used.name)).toContainText('Utilizada por 1 conexión(es).')

  await test.step('an edit of an older version', async () => {
    await cardOf(page, used.name).getByRole('button', { name: 'Editar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar Plantilla' })
    await rewrite(contentOf(dialog), '{{symbol}} mío')
    await templates.update({ id: used.id, name: used.name, content: '{{symbol}} suyo' })
    await dialog.getByRole('button', { name: 'Actualizar Plantilla' }).click()
    const changed = page.getByRole('dialog', { name: 'Alguien cambió esta plantilla' })
    await expect(changed.getByRole('definition')).toHaveText([
      /Lo tuyo\{\{symbol\}\} mío/,
      /Lo suyo\{\{symbol\}\} suyo/,
    ])
    await changed.getByRole('button', { name: 'Quedarme con el suyo' }).click()
    await expect(dialog).toBeHidden()
    await expect(cardOf(page, used.name)).toContainText('{{symbol}} suyo')
  })

  await test.step('an edit that overwrites the other', async () => {
    await cardOf(page, used.name).getByRole('button', { name: 'Editar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar Plantilla' })
    await rewrite(contentOf(dialog), '{{symbol}} mío')
    await templates.update({ id: used.id, name: used.name, content: '{{symbol}} de otra' })
    await dialog.getByRole('button', { name: 'Actualizar Plantilla' }).click()
    await page.getByRole('button', { name: 'Guardar el mío' }).click()
    await expect(page.getByText('Plantilla actualizada.')).toBeVisible()
    await expect(page.getByText(templateTexts.updated)).toBeHidden()
    await expect(cardOf(page, used.name)).toContainText('{{symbol}} mío')
  })

  await test.step('an edit of a deleted template', async () => {
    const { id } = await templates.create({ name: 'Efímera', content: '{{symbol}}' })
    await cardOf(page, 'Efímera').getByRole('button', { name: 'Editar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar Plantilla' })
    await rewrite(contentOf(dialog), '{{symbol}} mío')
    await templates.remove({ id })
    await dialog.getByRole('button', { name: 'Actualizar Plantilla' }).click()
    await page.getByRole('button', { name: 'Guardar como nueva' }).click()
    await expect(page.getByText('Plantilla creada.')).toBeVisible()
    await expect(cardOf(page, 'Efímera')).toContainText('{{symbol}} mío')
    for (const { id, name } of await templates.list())
      if (name === 'Efímera') await templates.remove({ id })
    await expect(cardOf(page, 'Efímera')).toBeHidden()
  })

  const remove = async (name: string, warning: string) => {
    await cardOf(page, name).getByRole('button', { name: 'Eliminar' }).click()
    const question = page.getByRole('dialog', { name: 'Confirmar Eliminación de Plantilla' })
    await expect(question).toContainText(warning)
    await question.getByRole('button', { name: 'Eliminar' }).click()
    await expect(question).toBeHidden()
  }

  await test.step('a template without connections', async () => {
    await remove(unused.name, 'Ninguna conexión la utiliza.')
    await expect(page.getByText(templateTexts.deleted)).toBeVisible()
    await expect(cardOf(page, unused.name)).toBeHidden()
  })

  await test.step('a template in use, with another one to replace it', async () => {
    await remove(
      used.name,
      'la conexión que la utiliza («Oro H1») pasará a la plantilla «Alerta Simple».',
    )
    await expect(page.getByText(templateTexts.deletedReassigned(kept.name))).toBeVisible()
    await expect(cardOf(page, used.name)).toBeHidden()
  })

  await test.step('the only template, in use', async () => {
    await remove(kept.name, '(«Oro H1») se quedaría sin una plantilla válida.')
    await expect(page.getByText(templateTexts.lastInUse)).toBeVisible()
    await expect(cardOf(page, kept.name)).toBeVisible()
  })
})

test(
  'keeps what is typed when the answer for an earlier wish comes late',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { trader, botApi, url } = stage
    const mine = await trader.api.templates.create({ name: 'Mía', content: '{{symbol}}' })
    await trader.connect(botApi, { templateId: mine.id })
    const held = Promise.withResolvers<void>()
    await page.route('**/api/templates/examples', async route => {
      await held.promise
      await route.continue()
    })
    await page.goto(`${url}/templates`)
    await cardOf(page, 'Mía').getByRole('button', { name: 'Editar' }).click()
    await page.getByRole('button', { name: 'Crear Nueva Plantilla' }).click()
    const name = page.getByRole('dialog').getByLabel('Nombre')
    await name.fill('Recién escrita')
    const answered = page.waitForResponse('**/api/templates/examples')
    held.resolve()
    await answered
    await expect(cardOf(page, 'Mía')).toContainText('Con el JSON de ejemplo')
    await expect(name).toHaveValue('Recién escrita')
  },
)

test('shows the message of the newest alert on a card, and copies its template', async ({
  page,
}) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { templates } = trader.api
  for (const { id } of await templates.list()) await templates.remove({ id })
  const mine = await templates.create({
    name: 'Mía',
    content: '**{{symbol}}** a [{{price}}](https://ejemplo.es)',
    buttons: [[{ kind: 'copy', text: 'Copiar precio', value: '{{price}}' }]],
  })
  await templates.create({ name: 'Sin usar', content: '{{symbol}} y {{otra}}' })
  const { webhookUrl } = await trader.connect(botApi, { name: 'Oro H1', templateId: mine.id })
  await postAlert(webhookUrl, '{"symbol":"XAUEUR","price":3571.20}')
  await botApi.waitFor(messages => messages.length === 1)
  const messageIn = (name: string) => cardOf(page, name).getByRole('img', { name: /^Mensaje: / })

  await test.step('uses the sample for an unused template', async () => {
    await page.goto(`${url}/templates`)
    await expect(messageIn('Sin usar')).toHaveAccessibleName('Mensaje: XAUUSD y')
    await expect(cardOf(page, 'Sin usar')).toContainText('Con el JSON de ejemplo')
  })

  await test.step('keeps the message out of the focus order', async () => {
    const message = messageIn('Mía')
    await expect(message).toHaveAccessibleName('Mensaje: XAUEUR a 3571.20')
    await expect(message.locator('strong')).toHaveText('XAUEUR')
    await expect(message).toContainText('Copiar precio')
    await expect(cardOf(page, 'Mía')).toContainText('Con la última alerta de Oro H1')
    await expect(cardOf(page, 'Mía')).toContainText('**{{symbol}}** a [{{price}}]')
    await message.locator('a').focus()
    await expect(message.locator('a')).not.toBeFocused()
  })

  await test.step('begins the editor with that alert', async () => {
    await postAlert(webhookUrl, 'solo texto')
    await cardOf(page, 'Mía').getByRole('button', { name: 'Editar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar Plantilla' })
    await expect(sampleOf(dialog)).toContainText('"price": 3571.20')
    await expect(messageOf(dialog)).toContainText('XAUEUR a 3571.20')
    // The sample is not unsaved input, so Escape does not ask.
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('copies its template, and saves the copy only on request', async () => {
    const duplicate = cardOf(page, 'Mía').getByRole('button', { name: 'Duplicar' })
    await duplicate.click()
    const dialog = page.getByRole('dialog', { name: 'Crear Nueva Plantilla' })
    await expect(dialog.getByLabel('Nombre')).toHaveValue('Copia de Mía')
    await expect(messageOf(dialog)).toContainText('XAUEUR a 3571.20')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(dialog).toBeHidden()
    await expect(duplicate).toBeFocused()
    await expect(cardOf(page, 'Copia de Mía')).toHaveCount(0)

    await duplicate.click()
    await dialog.getByRole('button', { name: 'Guardar Plantilla' }).click()
    await expect(page.getByText('Plantilla creada.')).toBeVisible()
    await expect(cardOf(page, 'Copia de Mía')).toContainText('Con el JSON de ejemplo')
    const copy = (await templates.list()).find(({ name }) => name === 'Copia de Mía')
    expect(copy).toMatchObject({ content: mine.content, buttons: mine.buttons, usedBy: 0 })
  })
})

test('keeps the preview and the warnings of a template in sight beside its text', async ({
  page,
}) => {
  await using stage = await startSignedIn(page)
  const { trader, url } = stage
  await trader.api.templates.create({
    name: 'A mano',
    content: `{{uno}} {{dos}} ** \n__ \n~~ \n${'Una línea.\n'.repeat(80)}`,
    buttons: [[{ kind: 'copy', text: 'Copiar tres', value: '{{tres}}' }]],
  })
  await page.setViewportSize({ width: 1024, height: 700 })
  await page.goto(`${url}/templates`)
  await cardOf(page, 'A mano').getByRole('button', { name: 'Editar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar Plantilla' })
  const said = () =>
    Promise.all([
      expect(messageOf(dialog)).toBeInViewport({ ratio: 0.9 }),
      expect(dialog.getByText('Sin valor en el JSON de ejemplo')).toBeInViewport(),
      expect(dialog.getByText('El botón «Copiar tres» no sale: falta {{tres}}.')).toBeInViewport(),
    ])
  await said()
  // The last field, below the fold.
  await sampleOf(dialog).focus()
  await said()
})

test(
  'draws only the visible ones of a thousand templates, with few requests',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { trader, botApi, url } = stage
    const { webhookUrl } = await trader.connect(botApi, { name: 'Oro', templateId: 'simple-alert' })
    await postAlert(webhookUrl, { symbol: 'XAUUSD', price: 1 })
    await botApi.waitFor(messages => messages.length === 1)
    const file = await trader.api.data.exportAll()
    const [first] = file.messageTemplates
    if (!first) throw new Error('there are templates')
    const content = `**{{symbol}}** ${'a {{price}} y más. '.repeat(200)}`
    const added = Array.from({ length: 1_000 - file.messageTemplates.length }, (_, n) => ({
      ...first,
      id: `t${n}`,
      name: `Larga ${String(n).padStart(4, '0')}`,
      content,
    }))
    await trader.api.data.importAll({
      ...file,
      messageTemplates: [...file.messageTemplates, ...added],
      connections: Array.from({ length: 60 }, (_, n) => ({
        ...file.connections[0],
        id: `c${n}`,
        name: `Oro ${n}`,
        templateId: `t${n}`,
      })),
    })
    const calls: string[] = []
    page.on('request', request => {
      if (request.url().endsWith('/templates/examples')) calls.push(request.url())
    })
    await page.goto(`${url}/templates`)
    await expect(page.getByText('1.000 plantillas')).toBeVisible()
    await expect(page.getByRole('img', { name: /^Mensaje: / }).first()).toBeVisible()
    expect(await page.getByRole('article').count()).toBeLessThan(40)
    // One for the first few, one for the visible ones once the code for many cards is loaded.
    expect(calls.length).toBeLessThanOrEqual(2)
    const last = cardOf(page, 'Larga 0900').or(cardOf(page, added.at(-1)?.name ?? ''))
    // Until the code for many cards is loaded, the page ends after a few.
    await expect(async () => {
      await page.keyboard.press('End')
      await expect(last).toBeVisible({ timeout: 2_000 })
    }).toPass()
    expect(await page.getByRole('article').count()).toBeLessThan(40)
    expect(calls.length).toBeLessThanOrEqual(4)
  },
)

test('tries a template on alerts that really came', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { webhookUrl } = await trader.connect(botApi, {
    name: 'Oro H1',
    templateId: 'simple-alert',
  })
  await trader.api.profile.update({ timeZone: 'Asia/Tokyo' })
  await postAlert(webhookUrl, '{"symbol":"XAUUSD","price":4131.20,"alert_name":"Máximo"}')
  await postAlert(webhookUrl, { symbol: 'XAGUSD', rsi: 71, alert_name: 'Sobrecompra' })
  await botApi.waitFor(messages => messages.length === 2)
  const long = await trader.api.templates.create({ name: 'Larga', content: 'x'.repeat(300) })
  await page.goto(`${url}/templates`)
  await expect(cardOf(page, 'Larga')).toContainText(long.id)
  await expect(
    cardOf(page, 'Larga').getByText(`${'x'.repeat(200)}…`, { exact: true }),
  ).toBeVisible()
  await expectColumns(page, page.getByRole('article'))

  await cardOf(page, 'Alerta Simple').getByRole('button', { name: 'Editar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar Plantilla' })
  const content = contentOf(dialog)

  await test.step('uses a recent alert as the sample', async () => {
    await dialog.getByRole('button', { name: 'Usar una alerta reciente' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([/^SobrecompraOro H1/, /^MáximoOro H1/])
    await page.getByRole('menuitem', { name: /^Máximo/ }).click()
    await expect(sampleOf(dialog)).toContainText('"price": 4131.20')
    await rewrite(content, '{{connection_name}}: {{symbol}} a {{price}}')
    await expect(messageOf(dialog)).toContainText('Oro H1: XAUUSD a 4131.20')
  })

  await test.step("shows the notification line in the account's zone, and warns of a hidden symbol", async () => {
    const notification = dialog.getByRole('figure', { name: 'Lo primero que enseña el móvil' })
    await rewrite(content, '**{{alert_name}}**\n\n||{{price}}|| {{timestamp}} {{symbol}}')
    await expect(notification).toContainText(/Tu canalahoraMáximo ▒{7} .* GMT\+9 XAUUSD$/)
    await expect(messageOf(dialog)).toContainText('GMT+9')
    const warning = dialog.getByText('no se ve en la notificación')
    await expect(warning).toBeHidden()
    await rewrite(content, `${'Muy lejos. '.repeat(6)}{{symbol}} a {{price}}`)
    await expect(notification).toContainText(/Muy lejos\. Muy l…$/)
    await expect(warning).toHaveText(
      'El símbolo (XAUUSD) no se ve en la notificación: ponlo al principio, a la vista.',
    )
    await rewrite(content, '{{connection_name}}: {{symbol}} a {{price}}')
    await expect(warning).toBeHidden()
  })

  await test.step('offers its keys', async () => {
    await content.press('End')
    await page.keyboard.type(' {{rs')
    await expect(page.getByRole('option', { name: /^rsi.*Tus alertas recientes$/ })).toBeVisible()
    await take(page)
    await expect(content).toContainText('{{price}} {{rsi}}')
    await expect(dialog.getByText('2 de 2 quedarían con huecos: faltan price y rsi')).toBeVisible()
  })

  await test.step('underlines text that will not arrive as written, with the reason', async () => {
    await rewrite(content, '**{{symbol}}** a {{price}} **hoy')
    const reason = '** está sin pareja: se enviará tal cual.'
    await expect(dialog.getByRole('list', { name: 'Avisos' })).toHaveText(`Línea 1: ${reason}`)
    await content.locator('.cm-lintRange').hover()
    await expect(page.locator('.cm-tooltip')).toHaveText(reason)
    await expect(dialog.getByText('1 de 2 quedaría con huecos: falta price')).toBeVisible()
  })

  await dialog.getByRole('button', { name: 'Actualizar Plantilla' }).click()
  await expect(page.getByText(templateTexts.updated)).toBeVisible()
  await expect(page.getByText('1 de 2 quedaría con huecos: falta price.')).toBeVisible()

  await test.step('reports an alert that does not fit on the card and in its detail', async () => {
    await postAlert(webhookUrl, { text: 'BTCUSD Greater Than 9000' })
    await page.goto(`${url}/connections`)
    const card = cardOf(page, 'Oro H1')
    await expect(card.getByText('La última alerta no encaja con la plantilla')).toBeVisible()
    await card.getByRole('button', { name: 'Elegir otra plantilla' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()

    const { items } = await trader.api.alerts.list({})
    await page.goto(`${url}/alerts#${items[0]?.id}`)
    const detail = page.getByRole('dialog', { name: 'Alerta de Oro H1' })
    await expect(detail.getByText('Sin plantilla', { exact: true })).toBeVisible()
    await detail.getByRole('link', { name: 'Elegir otra plantilla' }).click()
    const form = page.getByRole('dialog', { name: 'Editar Conexión de Telegram' })
    await expect(form.getByLabel('Nombre')).toHaveValue('Oro H1')
    await form.getByRole('button', { name: 'Cancelar' }).click()
    await page.goBack()
    await detail.getByRole('link', { name: 'Crear plantilla con esta alerta' }).click()
  })

  await test.step('opens the editor on a template that fits it', async () => {
    const editor = page.getByRole('dialog', { name: 'Crear Nueva Plantilla' })
    await expect(editor.getByLabel('Nombre')).toHaveValue('Plantilla de Oro H1')
    await expect(contentOf(editor)).toContainText('{{text}}')
    await expect(messageOf(editor)).toContainText('BTCUSD Greater Than 9000')
    await expect(editor.getByLabel('Usarla desde ahora en «Oro H1»')).toBeChecked()
    await editor.getByRole('button', { name: 'Guardar Plantilla' }).click()
    await expect(page.getByText('Plantilla creada.')).toBeVisible()
    await expect(page.getByText(templateTexts.created)).toBeHidden()
    await expect(cardOf(page, 'Plantilla de Oro H1')).toContainText('Utilizada por 1 conexión')
    await page.goto(`${url}/connections`)
    await expect(cardOf(page, 'Oro H1')).toContainText('Última entrega')
  })

  await test.step('fills a placeholder by a synonym, and names it', async () => {
    await page.goto(`${url}/templates`)
    await cardOf(page, 'Plantilla de Oro H1').getByRole('button', { name: 'Editar' }).click()
    await expect(dialog.getByRole('button', { name: 'Usar una alerta reciente' })).toBeEnabled()
    await rewrite(contentOf(dialog), '{{symbol}}: {{text}}')
    await rewrite(sampleOf(dialog), '{"ticker":"XAUUSD","text":"Oro"}')
    await expect(messageOf(dialog)).toContainText('XAUUSD: Oro')
    await expect(dialog.getByText('Se toma symbol de ticker.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Actualizar Plantilla' }).click()
    await expect(dialog).toBeHidden()
    await postAlert(webhookUrl, { ticker: 'XAUUSD', text: 'Oro', alert_name: 'Sinónimo' })
    await expect.poll(() => botApi.messages.at(-1)?.text).toBe('XAUUSD: Oro')
    const { items } = await trader.api.alerts.list({ search: 'Sinónimo' })
    await page.goto(`${url}/alerts#${items[0]?.id}`)
    const detail = page.getByRole('dialog', { name: 'Sinónimo' })
    await expect(detail.getByText('symbol se tomó de ticker')).toBeVisible()
  })
})

/** Takes the first suggestion, once the suggestions match the text as typed. */
async function take(page: Page) {
  await expect(page.locator('.cm-tooltip-autocomplete-disabled')).toHaveCount(0)
  await page.keyboard.press('Enter')
}

test('puts a received key into the template with one press', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const content = '{{symbol}}\nMercado: {{exchange}}'
  const { id: templateId } = await trader.api.templates.create({ name: 'Oro', content })
  const { webhookUrl } = await trader.connect(botApi, { templateId, neverShown: ['clave'] })
  const body = { symbol: 'XAUUSD', venue: 'OANDA', clave: 'x' }
  const { alertId } = (await (await postAlert(webhookUrl, body)).json()) as { alertId: string }
  await page.goto(`${url}/alerts#${alertId}`)
  const row = page.getByRole('listitem').filter({ hasText: 'No vino exchange' })
  await expect(row).toHaveText('No vino exchange. Vinovenue: usarlo')
  await row.getByRole('link').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Mercado: {{venue}}')
  await expect(dialog).toContainText('Mercado: OANDA')
  await dialog.getByRole('button', { name: 'Actualizar Plantilla' }).click()
  await expect
    .poll(async () => (await trader.api.templates.read({ id: templateId })).content)
    .toBe('{{symbol}}\nMercado: {{venue}}')
})
