import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import type { DeliveryStatus } from '#shared/delivery-status.ts'
import { FEED_ALERTS } from '#shared/limits.ts'
import { alertRow } from '../support/rows.ts'
import { postAlert } from '../support/webhook.ts'
import { leadByKey } from './lead-by-key.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

type Stage = Awaited<ReturnType<typeof startSignedIn>>

/** «Primera», «Segunda» and «Tercera» of the connection «Oro», the first of them the newest. */
async function receiveThree({ trader, botApi, db }: Stage, statuses: readonly DeliveryStatus[]) {
  const { id: connection_id } = await trader.connect(botApi, { name: 'Oro' })
  const { user_id } = await db.selectFrom('profiles').select('user_id').executeTakeFirstOrThrow()
  const newest = Date.now() - 60_000
  const alerts = ['Primera', 'Segunda', 'Tercera'].map((name, nth) =>
    alertRow({
      user_id,
      connection_id,
      connection_name: 'Oro',
      name,
      status: statuses[nth] ?? 'success',
      received_at: newest - nth,
    }),
  )
  await transaction(db, trx => insertAlerts(trx, alerts))
}

test('makes a row of the history one Tab stop, with arrow keys inside', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { url } = stage
  await receiveThree(stage, ['success', 'success', 'failed'])
  await page.goto(`${url}/alerts`)
  const focus = page.locator('main :focus')
  const main = (name: string) => page.getByRole('button', { name: `Ver detalle de ${name}` })
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
  }

  await main('Primera').focus()
  await keys('Tab')
  await expect(main('Segunda')).toBeFocused()
  await keys('Shift+Tab', 'ArrowLeft')
  await expect(focus).toHaveAccessibleName(/^Seleccionar Primera/)
  await keys('ArrowLeft', 'ArrowDown', 'Space')
  await expect(page.getByRole('checkbox', { name: /^Seleccionar Segunda/ })).toBeChecked()
  await keys('ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  await expect(focus).toHaveAccessibleName('Eliminar Primera')
  await keys('End')
  await expect(main('Tercera')).toBeFocused()
  await keys('ArrowDown', 'Home', 'ArrowUp')
  await expect(main('Primera')).toBeFocused()

  await test.step('moves the focus to the row when the pressed button disappears', async () => {
    await keys('End', 'ArrowRight', 'Enter')
    await expect(page.getByRole('button', { name: 'Reenviar Tercera' })).toHaveCount(0)
    await expect(main('Tercera')).toBeFocused()
  })
})

test(
  'opens screens and presses controls by keys, which can be switched off',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { trader, botApi, url } = stage
    await receiveThree(stage, ['failed', 'success', 'failed'])
    await page.goto(url)
    await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
    const keys = async (...pressed: string[]) => {
      for (const key of pressed) await page.keyboard.press(key)
    }
    const main = (name: string) => page.getByRole('button', { name: `Ver detalle de ${name}` })
    const list = page.getByRole('dialog', { name: 'Atajos de teclado' })

    await test.step('lists all keys', async () => {
      await keys('?')
      await expect(list).toContainText('Historial de Alertas')
      await keys('g', 'c', 'Escape')
      await expect(list).toBeHidden()
      await expect(page).toHaveURL(`${url}/dashboard`)
      await keys('?')
      await list.getByRole('link', { name: 'Configuración' }).press('Enter')
      await expect(list).toBeHidden()
      await expect(page).toHaveURL(`${url}/settings`)
    })

    await test.step('moves the focus to the new screen', async () => {
      const first = page.getByRole('main').getByRole('link', { name: 'Historial', exact: true })
      await page.getByRole('link', { name: 'Panel', exact: true }).focus()
      await leadByKey(page, 'h')
      await expect(main('Primera')).toBeVisible()
      await keys('Tab')
      await expect(first).toBeFocused()
      await leadByKey(page, 'p')
      await page.getByRole('link', { name: 'Ver historial completo' }).press('Enter')
      await expect(main('Primera')).toBeVisible()
      await keys('Tab')
      await expect(first).toBeFocused()
      await page.goto(url)
      await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
      await keys('Control+k')
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
      await page.keyboard.type('histo')
      await keys('Enter')
      await expect(main('Primera')).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
      await keys('Tab')
      await expect(first).toBeFocused()
    })

    await test.step('finds, reads and resends an alert', async () => {
      await leadByKey(page, 'h')
      await expect(page).toHaveURL(`${url}/alerts`)
      await expect(main('Primera')).toBeVisible()
      await keys('/')
      await page.keyboard.type('jxr')
      await expect(page.getByText('Ninguna alerta coincide')).toBeVisible()
      await page.getByLabel('Buscar alertas').fill('')
      await expect(main('Primera')).toBeVisible()
      await keys('Escape', 'j', 'j')
      await expect(main('Segunda')).toBeFocused()
      await keys('k', 'k', 'x')
      await expect(main('Primera')).toBeFocused()
      await expect(page.getByRole('checkbox', { name: /^Seleccionar Primera/ })).toBeChecked()
      await keys('x', 'j', 'Enter')
      await expect(page.getByRole('dialog', { name: 'Segunda' })).toBeVisible()
      await keys('j')
      await expect(page.getByRole('dialog', { name: 'Tercera' })).toBeVisible()
      await keys('ArrowUp')
      await expect(page.getByRole('dialog', { name: 'Segunda' })).toBeVisible()
      await keys('ArrowLeft')
      await expect(page.getByRole('dialog', { name: 'Primera' })).toBeVisible()
      await keys('r')
      await expect.poll(() => botApi.messages.length).toBe(1)
      await expect(page.getByRole('dialog', { name: 'Primera' })).toContainText('Éxito')
      await keys('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.locator('main :focus')).toBeVisible()
      await keys('j', 'j', 'j', 'r')
      await expect.poll(() => botApi.messages.length).toBe(2)
    })

    await test.step('creates, formats and saves a template', async () => {
      await leadByKey(page, 't')
      await expect(page.getByRole('heading', { name: 'Plantillas de Mensajes' })).toBeVisible()
      await keys('n')
      const dialog = page.getByRole('dialog', { name: 'Crear Nueva Plantilla' })
      await expect(dialog.getByLabel('Nombre')).toBeFocused()
      await page.keyboard.type('gcnj')
      await dialog.getByRole('textbox', { name: 'Contenido' }).focus()
      await page.keyboard.type('oro')
      await keys('Control+a', 'Control+b', 'Control+i', 'Control+k', 'Control+Enter')
      await expect(dialog).toBeHidden()
      const made = (await trader.api.templates.list()).find(({ name }) => name === 'gcnj')
      expect(made?.content).toBe('*_[oro](https://)_*')
    })

    await test.step('ignores single keys when they are switched off', async () => {
      await trader.api.profile.update({ keyboardShortcuts: false })
      await expect(async () => {
        await page.reload()
        await expect(page.getByRole('button', { name: 'Crear Nueva Plantilla' })).toBeVisible()
        await keys('n', 'g', 'h', '?')
        await expect(page.getByRole('dialog')).toBeHidden()
      }).toPass()
      await expect(page).toHaveURL(/templates$/)
      await keys('Control+k')
      await expect(page.getByRole('dialog')).toBeVisible()
    })
  },
)

test('keeps the focus in a list while alerts arrive, and reaches failures by keys', async ({
  page,
}) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { webhookUrl } = await trader.connect(botApi, { name: 'Oro' })
  const blocked = await trader.connect(botApi, { name: 'Plata' })
  botApi.addChat({ id: Number(blocked.telegramChatId), type: 'private', state: 'blocked' })
  await postAlert(blocked.webhookUrl, { alert_name: 'Perdida' })
  for (let nth = 1; nth <= FEED_ALERTS; nth++)
    await postAlert(webhookUrl, { alert_name: `Alerta ${nth}` })
  await page.goto(url)
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  const row = (name: RegExp) => page.getByRole('main').getByRole('link', { name })
  const cause = row(/^1 sin entregar/)

  await expect(cause).toBeVisible()
  await page.keyboard.press('j')
  await expect(cause).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('main').getByRole('button', { name: /: Plata$/ })).toBeFocused()

  await row(/Alerta 3\b/).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(row(/Alerta 1\b/)).toBeFocused()
  await postAlert(webhookUrl, { alert_name: 'Recién llegada' })
  await expect(row(/Alerta 1\b/)).toHaveCount(0)
  await expect(row(/Alerta 2\b/)).toBeFocused()
})

test('moves the focus to the replacement of a fixed cause', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { telegramChatId, webhookUrl } = await trader.connect(botApi, { name: 'Plata' })
  const chat = botApi.addChat({ id: Number(telegramChatId), type: 'private', state: 'blocked' })
  const button = (verb: string) =>
    page.getByRole('main').getByRole('button', { name: `${verb}: Plata` })
  await postAlert(webhookUrl, { alert_name: 'Perdida' })

  await test.step('on a card', async () => {
    await page.goto(`${url}/connections`)
    await expect(button('Probar')).toBeVisible()
    chat.state = 'open'
    await button('Probar').press('Enter')
    await expect(button('Reenviar')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(button('Reenviar')).toHaveCount(0)
    await expect(page.locator('article :focus')).toBeVisible()
  })

  await test.step('on the panel', async () => {
    chat.state = 'blocked'
    await postAlert(webhookUrl, { alert_name: 'Otra' })
    await page.goto(url)
    await expect(button('Probar')).toBeVisible()
    chat.state = 'open'
    await button('Probar').press('Enter')
    await expect(button('Reenviar')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Sin entregar' }).locator(':focus')).toBeVisible()
    await button('Reenviar').press('Enter')
    await expect(button('Reenviar')).toHaveCount(0)
    await expect(page.locator('main :focus')).toBeVisible()
  })
})

test('acts once on a held key, and gives the focus back from the finder', async ({ page }) => {
  await using stage = await startSignedIn(page)
  await stage.trader.connect(stage.botApi, { name: 'Oro' })
  const { keyboard } = page
  await page.goto(`${stage.url}/connections`)
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  const card = page.getByRole('article', { name: 'Oro' })
  await expect(card).toBeVisible()

  await test.step('on its first opening', async () => {
    await keyboard.press('j')
    await expect(card.locator(':focus')).toBeVisible()
    await keyboard.press('Control+k')
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    await keyboard.press('Escape')
    await expect(card.locator(':focus')).toBeVisible()
  })

  await test.step('searches before it reports no match', async () => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/alerts?*', async route => {
      await held.promise
      await route.continue()
    })
    const finder = page.getByRole('dialog')
    await keyboard.press('Control+k')
    await expect(finder.getByRole('textbox')).toBeFocused()
    await keyboard.type('zzzz')
    await expect(finder).toContainText('Buscando…')
    held.resolve()
    await expect(finder).toContainText('Nada coincide con «zzzz»')
    await keyboard.press('Escape')
    await expect(finder).toBeHidden()
  })

  await test.step('keeps the letter of a key out of the field that it opens', async () => {
    await keyboard.down('n')
    const field = page.getByRole('dialog').getByLabel('Token de Bot')
    await expect(field).toBeFocused()
    await keyboard.down('n')
    await keyboard.down('n')
    await keyboard.up('n')
    await expect(field).toHaveValue('')
    await keyboard.press('n')
    await expect(field).toHaveValue('n')
  })
})

test('leaves the focus in a finder that was opened before the topic has been loaded', async ({
  page,
}) => {
  await using stage = await startSignedIn(page)
  const coming = Promise.withResolvers<void>()
  await page.route(/\/assets\/docs-screen-.*\.js/, async route => {
    await coming.promise
    await route.continue()
  })
  await page.goto(`${stage.url}/tags`)
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  const finder = page.getByRole('dialog', { name: 'Buscar en todo, o hacer algo' })
  const field = finder.getByRole('textbox')
  await page.keyboard.press('Control+k')
  await field.fill('supergrupo')
  await expect(finder.getByRole('button').first()).toHaveAccessibleName(/supergrupo/)
  await page.keyboard.press('Enter')
  await expect(finder).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  coming.resolve()
  await expect(page.locator('main [aria-expanded="true"]').first()).toBeAttached()
  await expect(page).toHaveURL(/docs#/)
  await page.keyboard.type('oro')
  await expect(field).toHaveValue('oro')
})

test(
  'finds everything with a name or a text in the finder, and runs commands',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { trader, botApi, url } = stage
    await trader.connect(botApi, { name: 'Oro H1', tags: ['metales'] })
    const oil = await trader.connect(botApi, { name: 'Crudo' })
    await trader.api.tvConfigs.create({
      name: 'Máximos del Brent',
      connectionId: oil.id,
      templateFields: {},
      tradingViewConditionNotes: '',
      tradingViewFrequencyNotes: '',
    })
    await postAlert(oil.webhookUrl, { alert_name: 'Ruptura', note: 'inventarios' })
    await expect.poll(() => botApi.messages.length).toBe(1)
    const finder = page.getByRole('dialog', { name: 'Buscar en todo, o hacer algo' })
    const first = finder.getByRole('button').first()
    const type = async (text: string, name: string | RegExp) => {
      await expect(finder).toBeHidden()
      await page.keyboard.press('Control+k')
      await expect(finder.getByRole('textbox')).toBeFocused()
      await page.keyboard.type(text)
      await expect(first).toHaveAccessibleName(name)
      await page.keyboard.press('Enter')
    }
    const toast = (text: string | RegExp) => expect(page.getByText(text)).toBeVisible()
    await page.goto(`${url}/tags`)
    await expect(page.getByText('En vivo', { exact: true })).toBeVisible()

    await test.step('configurations, tags, alerts and the documentation', async () => {
      await type('brent', 'Máximos del Brent')
      await expect(page).toHaveURL(/tv-alert-generator\?search=M%C3%A1ximos/)
      await type('metales', 'metales')
      await expect(page).toHaveURL(`${url}/connections?tag=metales`)
      await type('inventarios', /^Ruptura, Crudo · /)
      await expect(page.getByRole('dialog', { name: 'Ruptura' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await type('navegación', /navega/i)
      await expect(page).toHaveURL(/docs#/)
      await expect(page.getByRole('button', { expanded: true }).first()).toBeFocused()
    })

    await test.step('tests, pauses and resumes a connection', async () => {
      await type('Probar…', 'Probar…')
      await expect(finder.getByRole('textbox')).toHaveValue('Probar ')
      await page.keyboard.type('oro')
      await expect(first).toHaveAccessibleName('Probar Oro H1')
      await page.keyboard.press('Enter')
      await toast(/^Mensaje de prueba .* enviado a Oro H1\.$/)
      await type('pausar oro', 'Pausar Oro H1')
      await toast('El chat de «Oro H1» está en pausa: lo que llegue espera.')
      expect((await trader.api.connections.list()).map(({ paused }) => paused !== null)).toEqual([
        false,
        true,
      ])
      await type('seguir', 'Seguir con Oro H1')
      await toast('El chat de «Oro H1» sigue: sale lo que esperaba.')
    })

    await test.step('asks before resending the failures of today', async () => {
      await type('fallidas', 'Reenviar fallidas de hoy…')
      const question = page.getByRole('dialog', { name: 'Reenviar las alertas fallidas' })
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
    })

    await test.step('changes the theme, and opens a form', async () => {
      await type('tema', 'Tema claro')
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
      await type('nueva con', 'Nueva conexión…')
      const form = page.getByRole('dialog', { name: 'Añadir Nueva Conexión de Telegram' })
      await expect(form).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
      await type('nueva con', 'Nueva conexión…')
      await expect(form).toBeVisible()
    })
  },
)
