import { test as bare, type Locator, type Page } from '@playwright/test'
import { expect, extended, startSignedIn, test } from './stage.ts'
import { timersRun } from './timers-run.ts'

const BREVE = '**{{symbol}}** {{price}} {{riesgo}}'
const SELLADA = '{{timestamp}} {{price}}'

test('creates, edits, clones and deletes a configuration by keyboard', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { oro } = await fill(stage)
  await page.goto(`${stage.url}/tv-alert-generator?nueva=si`)
  const dialog = page.getByRole('dialog', { name: 'Nueva Configuración de Alerta TV' })
  const connection = dialog.getByRole('combobox', { name: 'Conexión' })
  const json = dialog.getByRole('region', { name: 'JSON' })

  await test.step('opens the dialog by address once', async () => {
    await expect(dialog.getByLabel('Nombre')).toBeFocused()
    await expect(page).toHaveURL(`${stage.url}/tv-alert-generator`)
    await expect(dialog).toContainText('Elige una conexión para ver su JSON.')
  })

  await test.step('shows the fields of the connection’s template', async () => {
    await page.keyboard.type('Cruce EMA')
    await page.keyboard.press('Tab')
    await choose(page, 'Oro')
    await expect(dialog.getByRole('group', { name: 'Campos de la plantilla' })).toContainText(
      'Breve',
    )
    await expect(field(page, 'symbol')).toHaveValue('{{ticker}}')
    await expect(field(page, 'symbol')).toHaveAccessibleDescription('Símbolo.')
    await expect(field(page, 'price')).toHaveValue('{{close}}')
    await expect(field(page, 'riesgo')).toHaveValue('YOUR_PINE_VARIABLE_FOR_riesgo')
    await expect(json).toContainText(`"connectionId": "${oro.id.slice(0, 8)}…"`)
  })

  await test.step('finds and picks a placeholder', async () => {
    await field(page, 'price').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const search = page.getByRole('combobox', { name: 'Buscar placeholder' })
    await expect(search).toBeFocused()
    const list = page.locator('.mantine-Combobox-dropdown').filter({ has: search })
    const apart = async () => Math.abs((await endOf(list)) - (await endOf(field(page, 'price'))))
    await expect.poll(apart).toBeLessThanOrEqual(1)
    await page.keyboard.press('Escape')
    await expect(search).toBeHidden()
    await expect(picker(page, 'price')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(search).toBeFocused()
    await page.keyboard.type('apertura')
    await expect(page.getByRole('option')).toHaveText(['openApertura de la vela'])
    await timersRun(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field(page, 'price')).toBeFocused()
    await expect(field(page, 'price')).toHaveValue('{{open}}')
    await expect(json).toContainText('"price": "{{open}}"')
    await page.keyboard.press('Control+z')
    await expect(field(page, 'price')).toHaveValue('{{close}}')
  })

  await test.step('inserts a placeholder at the cursor of a typed text', async () => {
    await field(page, 'price').fill('a ')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Buscar placeholder' })).toBeFocused()
    await page.keyboard.type('close')
    await page.getByRole('option', { name: /^close/ }).click()
    await expect(field(page, 'price')).toHaveValue('a {{close}}')
  })

  await test.step('keeps values under the same name for another connection', async () => {
    await field(page, 'riesgo').fill('1 %')
    await connection.focus()
    await choose(page, 'Plata')
    await expect(field(page, 'price')).toHaveValue('a {{close}}')
    await expect(field(page, 'timestamp')).toHaveAccessibleDescription(
      'Lo rellena Pregonero al recibir la alerta.',
    )
    await expect(dialog.getByRole('note')).toHaveText(/se quitarán al guardar:riesgo1 %$/)
    await connection.focus()
    await choose(page, 'Oro')
    await expect(field(page, 'riesgo')).toHaveValue('1 %')
    await expect(dialog.getByRole('note')).toHaveCount(0)
  })

  const card = page.getByRole('article', { name: 'Cruce EMA', exact: true })

  await test.step('saves it, and shows its details on the card', async () => {
    await dialog.getByLabel('Notas de condición').fill('EMA 9 sobre EMA 21')
    await dialog.getByLabel('Notas de frecuencia').fill('Una vez por cierre de barra')
    await page.keyboard.press('Enter')
    await expect(page.getByText('¡Nueva Configuración de Alerta TV creada!')).toBeVisible()
    await expect(dialog).toBeHidden()
    const [saved] = await stage.trader.api.tvConfigs.list()
    await expect(card).toContainText(`${saved?.id.slice(0, 8)}…`)
    await expect(card.getByRole('definition')).toHaveText([
      'Oro',
      'EMA 9 sobre EMA 21',
      'Una vez por cierre de barra',
    ])
    await card.getByText('Campos (3)').focus()
    await page.keyboard.press('Enter')
    await expect(card.getByRole('definition').last()).toHaveText('1 %')
  })

  await test.step('its JSON', async () => {
    await card.getByRole('button', { name: 'Generar JSON para TV' }).focus()
    await page.keyboard.press('Enter')
    const payload = page.getByRole('dialog', { name: 'Generador de Payload JSON para TradingView' })
    for (const line of [
      `"connectionId": "${oro.id}"`,
      '"price": "a {{close}}"',
      '"riesgo": "1 %"',
    ]) {
      await expect(payload).toContainText(line)
    }
    await expect(payload.getByRole('region', { name: 'Mensaje' })).toContainText('94312.5')
    await payload.getByRole('button', { name: 'Cerrar' }).last().press('Enter')
    await expect(payload).toBeHidden()
    await expect(card.getByRole('button', { name: 'Generar JSON para TV' })).toBeFocused()
  })

  await test.step('asks before discarding an edit', async () => {
    await card.getByRole('button', { name: 'Editar' }).press('Enter')
    const edit = page.getByRole('dialog', { name: 'Editar Configuración de Alerta TV' })
    await expect(edit.getByLabel('Nombre')).toBeFocused()
    await field(page, 'riesgo').fill('2 %')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' })
    await question.getByRole('button', { name: 'Cancelar' }).press('Enter')
    await expect(question).toBeHidden()
    await expect(field(page, 'riesgo')).toHaveValue('2 %')
    await edit.getByRole('button', { name: 'Actualizar Configuración' }).press('Enter')
    await expect(page.getByText('¡Configuración de Alerta TV actualizada!')).toBeVisible()
    await expect(edit).toBeHidden()
    await expect(card.getByRole('button', { name: 'Editar' })).toBeFocused()
  })

  await test.step('clones it as an unsaved copy', async () => {
    await card.getByRole('button', { name: 'Clonar' }).press('Enter')
    await expect(dialog.getByLabel('Nombre')).toHaveValue('Copia de Cruce EMA')
    await expect(connection).toHaveValue('Oro')
    await expect(field(page, 'riesgo')).toHaveValue('2 %')
    expect(await stage.trader.api.tvConfigs.list()).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Guardar Configuración' }).press('Enter')
    await expect(page.getByText('Configuración de Alerta TV creada.')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(dialog).toBeHidden()
  })

  await test.step('asks before deleting it', async () => {
    await card.getByRole('button', { name: 'Eliminar' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Confirmar Eliminación de Configuración' })
    await expect(question).toContainText('Se eliminará «Cruce EMA».')
    await question.getByRole('button', { name: 'Eliminar' }).press('Enter')
    await expect(page.getByText('¡Configuración de Alerta TV "Cruce EMA" eliminada!')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    expect(await stage.trader.api.tvConfigs.list()).toMatchObject([
      { name: 'Copia de Cruce EMA', connectionId: oro.id, templateFields: { riesgo: '2 %' } },
    ])
  })
})

bare(
  'reports reasons against saving a configuration at their fields',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { api } = stage.trader
    const { oro, plata } = await fill(stage)
    const saved = await api.tvConfigs.create({ ...ruptura, connectionId: oro.id })
    await page.goto(`${stage.url}/tv-alert-generator`)
    const card = page.getByRole('article', { name: 'Ruptura' })
    const required = 'El nombre y la conexión de Pregonero son requeridos.'
    const gone = 'La conexión elegida ya no existe. Elige otra.'

    await bare.step('a name and a connection', async () => {
      await page.getByRole('button', { name: 'Crear Nueva Configuración' }).click()
      const dialog = page.getByRole('dialog')
      const connection = dialog.getByRole('combobox', { name: 'Conexión' })
      const save = dialog.getByRole('button', { name: 'Guardar Configuración' })
      await save.click()
      await expect(dialog.getByLabel('Nombre')).toBeFocused()
      await expect(dialog.getByLabel('Nombre')).toHaveAccessibleDescription(required)
      await expect(connection).toHaveAttribute('aria-invalid', 'true')
      await expect(dialog.getByText(required).filter({ visible: true })).toHaveCount(1)
      await dialog.getByLabel('Nombre').fill('Otra')
      await save.click()
      await expect(connection).toBeFocused()
      await expect(connection).toHaveAccessibleDescription(required)
      await dialog.getByRole('button', { name: 'Cancelar' }).click()
      await page.getByRole('button', { name: 'Descartar' }).click()
      await expect(dialog).toBeHidden()
    })

    await bare.step('an edit of an older version', async () => {
      await card.getByRole('button', { name: 'Editar' }).click()
      const dialog = page.getByRole('dialog', { name: 'Editar Configuración de Alerta TV' })
      await dialog.getByLabel('Nombre').fill('Mi nombre')
      await api.tvConfigs.update({ ...ruptura, ...saved, tradingViewFrequencyNotes: 'Una vez' })
      await dialog.getByRole('button', { name: 'Actualizar Configuración' }).click()
      const changed = page.getByRole('dialog', { name: 'Alguien cambió esta configuración' })
      await expect(changed.getByRole('term')).toHaveText(['Nombre', 'Notas de frecuencia'])
      await changed.getByRole('button', { name: 'Quedarme con el suyo' }).click()
      await expect(dialog).toBeHidden()
      await expect(card).toContainText('Una vez')
    })

    await bare.step('a connection deleted meanwhile, with its configuration', async () => {
      await card.getByRole('button', { name: 'Editar' }).click()
      const dialog = page.getByRole('dialog')
      const connection = dialog.getByRole('combobox', { name: 'Conexión' })
      await field(page, 'riesgo').fill('3 %')
      await page.route('**/api/connections', route => route.abort())
      await api.connections.remove({ id: oro.id })
      await dialog.getByRole('button', { name: 'Actualizar Configuración' }).click()
      await expect(connection).toHaveAccessibleDescription(gone)
      await expect(connection).toBeFocused()
      await page.unroute('**/api/connections')
      await choose(page, 'Plata')
      await dialog.getByRole('button', { name: 'Actualizar Configuración' }).click()
      await page.getByRole('button', { name: 'Guardar como nueva' }).click()
      await expect(page.getByText('Configuración de Alerta TV creada.')).toBeVisible()
      expect(await api.tvConfigs.list()).toMatchObject([
        { name: 'Ruptura', connectionId: plata.id, templateFields: { price: '{{close}}' } },
      ])
    })

    await bare.step('connections that can’t be loaded', async () => {
      await page.route('**/api/connections', route => route.fulfill({ status: 400, json: {} }))
      await page.reload()
      await expect(card.getByRole('definition').first()).toHaveText('Sin cargar')
      await card.getByRole('button', { name: 'Clonar' }).click()
      await expect(
        page.getByText('Error al clonar: No se puede asignar una conexión válida.'),
      ).toBeVisible()
      await card.getByRole('button', { name: 'Editar' }).click()
      await expect(page.getByText('Pregonero no responde.')).toBeVisible()
    })
  },
)

test('leads on from an empty list, and filters the list', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { api } = stage.trader
  const create = page.getByRole('button', { name: 'Crear Nueva Configuración' })
  await page.goto(`${stage.url}/tv-alert-generator`)

  await test.step('leads to the connections when there are no connections', async () => {
    await expect(page.getByText('Aún no hay conexiones')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Crear Primera Conexión' })).toHaveAttribute(
      'href',
      '/connections?nueva=si',
    )
    await create.hover()
    await expect(page.getByRole('tooltip')).toHaveText('Primero crea una conexión')
    await expect(create).toHaveAttribute('aria-disabled', 'true')
    await create.press('Enter')
    await expect(page).toHaveURL(`${stage.url}/connections`)
    await expect(page.getByText('Por favor, crea primero una conexión en Pregonero.')).toBeVisible()
  })

  await test.step('waits in the dialog for a connection made elsewhere', async () => {
    await page.goto(`${stage.url}/tv-alert-generator?nueva=si`)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('link')).toHaveAttribute('href', '/connections?nueva=si')
    await dialog.getByLabel('Nombre').fill('Cruce')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('link')).toBeFocused()
    await fill(stage)
    await expect(dialog.getByRole('combobox', { name: 'Conexión' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Descartar' }).click()
    await expect(page.getByText('Aún no hay configuraciones')).toBeVisible()
    await page.getByRole('button', { name: 'Crear Primera Configuración' }).click()
    await expect(dialog.getByLabel('Nombre')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('filters by search and connection, and keeps both in the address', async () => {
    const [oro, plata] = await api.connections.list()
    if (!oro || !plata) throw new Error('two connections were made')
    await api.tvConfigs.create({ ...ruptura, connectionId: oro.id })
    await api.tvConfigs.create({ ...ruptura, name: 'Volumen', connectionId: plata.id })
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(2)
    await expect(page.getByRole('status').getByText('2 configuraciones')).toBeVisible()
    await page.getByLabel('Buscar configuraciones').fill('maximo')
    await expect(page).toHaveURL(/\?search=maximo$/)
    await expect(cards).toHaveCount(2)
    await page.getByRole('combobox', { name: 'Conexión' }).click()
    await expect(page.getByRole('option')).toHaveText(['Todas las Conexiones', 'Oro', 'Plata'])
    await page.getByRole('option', { name: 'Plata' }).click()
    await expect(cards).toHaveText([/^Volumen/])
    await expect(page.getByText('1 de 2 configuraciones')).toBeVisible()
    await page.reload()
    await expect(cards).toHaveText([/^Volumen/])
    await create.click()
    await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('Plata')
    await page.keyboard.press('Escape')
    await page.getByLabel('Buscar configuraciones').fill('nada de eso')
    await expect(page.getByText('Ninguna configuración coincide')).toBeVisible()
    await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
    await expect(cards).toHaveCount(2)
    await expect(page).toHaveURL(`${stage.url}/tv-alert-generator`)
  })
})

test(
  'warns about a configuration, and clones one without its connection',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { api } = stage.trader
    const { oro, plata } = await fill(stage)
    const [breve] = await api.templates
      .list()
      .then(all => all.filter(({ name }) => name === 'Breve'))
    if (!breve) throw new Error('the template was made')
    await api.tvConfigs.create({ ...ruptura, connectionId: oro.id })
    await page.goto(`${stage.url}/tv-alert-generator`)
    const card = page.getByRole('article', { name: 'Ruptura' })
    const dialog = page.getByRole('dialog')
    const connection = dialog.getByRole('combobox', { name: 'Conexión' })
    await card.getByRole('button', { name: 'Editar' }).click()

    await test.step('shows the message beside its JSON, and counts the blanks', async () => {
      const message = dialog.getByRole('region', { name: 'Mensaje' })
      await field(page, 'riesgo').fill('TU_VARIABLE_AQUI')
      await expect(dialog.getByText('1 por rellenar')).toBeVisible()
      await expect(message).not.toContainText('TU_VARIABLE_AQUI')
      await field(page, 'riesgo').fill('3 %')
      await expect(dialog.getByText('Así se genera')).toBeVisible()
      await expect(message).toContainText('3 %')
    })

    await test.step('a placeholder that TradingView does not know', async () => {
      await field(page, 'riesgo').fill('{{risk_pct}}')
      await expect(field(page, 'riesgo')).toHaveAccessibleDescription(
        '{{risk_pct}} no es un placeholder estándar de TradingView y puede que no funcione.',
      )
      await field(page, 'riesgo').fill('{{risk_pct}} %')
      await expect(field(page, 'riesgo')).toHaveAccessibleDescription(
        'Texto con lo que ponga TradingView.',
      )
    })

    await test.step('a template that changes while the dialog is open', async () => {
      await api.templates.update({ id: breve.id, name: 'Breve', content: 'Hola {{price}}' })
      await expect(dialog.getByRole('note')).toContainText('riesgo')
      await expect(field(page, 'riesgo')).toHaveCount(0)
      await api.templates.update({ id: breve.id, name: 'Breve', content: 'Hola' })
      await expect(
        dialog.getByText('La plantilla no tiene placeholders: el JSON solo incluirá connectionId.'),
      ).toBeVisible()
    })

    await test.step('a template that is gone', async () => {
      await page.route('**/api/templates', async route => {
        const response = await route.fetch()
        const all: { id: string }[] = await response.json()
        await route.fulfill({ response, json: all.filter(({ id }) => id !== breve.id) })
      })
      await api.templates.update({ id: breve.id, name: 'Breve', content: BREVE })
      const missing = 'No se pudo cargar la plantilla de la conexión seleccionada.'
      await expect(connection).toHaveAccessibleDescription(missing)
      await expect(field(page, 'riesgo')).toHaveValue('{{risk_pct}} %')
      await dialog.getByRole('button', { name: 'Actualizar Configuración' }).click()
      await expect(connection).toBeFocused()
      await expect(dialog.getByRole('link')).toHaveAttribute('href', '/connections')
      await choose(page, 'Plata')
      await expect(connection).not.toHaveAttribute('aria-invalid', 'true')
      await dialog.getByRole('button', { name: 'Cancelar' }).click()
      await page.getByRole('button', { name: 'Descartar' }).click()
      await expect(dialog).toBeHidden()
    })

    await test.step('gives the clone of a configuration without connection the first one', async () => {
      await showConnections(page, [plata.id])
      await expect(card.getByRole('definition').first()).toHaveText('Desconocida')
      await card.getByRole('button', { name: 'Generar JSON para TV' }).click()
      const json = page.getByRole('dialog', { name: 'Generador de Payload JSON para TradingView' })
      await expect(json).toContainText('Su conexión ya no existe')
      await expect(json).not.toContainText('Válido')
      await expect(json.getByLabel('URL del Webhook')).toHaveCount(0)
      await json.getByRole('button', { name: 'Cerrar' }).last().click()
      await card.getByRole('button', { name: 'Clonar' }).click()
      await expect(
        page.getByText('Conexión original no encontrada. Asignada: "Plata". Verifica y ajusta.'),
      ).toBeVisible()
      await expect(connection).toHaveValue('Plata')
      await expect(dialog.getByLabel('Nombre')).toHaveValue('Copia de Ruptura')
    })

    await test.step('refuses a clone without connections', async () => {
      await showConnections(page, [])
      await card.getByRole('button', { name: 'Clonar' }).click()
      await expect(
        page.getByText('Error al clonar: No hay conexiones de Pregonero disponibles.'),
      ).toBeVisible()
      await expect(dialog).toHaveCount(0)
    })
  },
)

const ruptura = {
  name: 'Ruptura',
  templateFields: { symbol: '{{ticker}}', price: '{{close}}', riesgo: '1 %' },
  tradingViewConditionNotes: 'Máximo de sesión',
  tradingViewFrequencyNotes: '',
}

/** Two connections, each with a template of its own. */
async function fill({ botApi, trader }: Awaited<ReturnType<typeof startSignedIn>>) {
  const breve = await trader.api.templates.create({ name: 'Breve', content: BREVE })
  const sellada = await trader.api.templates.create({ name: 'Sellada', content: SELLADA })
  return {
    oro: await trader.connect(botApi, { name: 'Oro', templateId: breve.id }),
    plata: await trader.connect(botApi, { name: 'Plata', templateId: sellada.id }),
  }
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

const endOf = (shown: Locator) => shown.evaluate(it => it.getBoundingClientRect().right)

const picker = (page: Page, name: string) =>
  page.getByRole('button', { name: `Placeholders de TradingView para ${name}` })

/** Chooses in the focused list by keyboard: Enter alone neither chooses nor submits the form. */
async function choose(page: Page, name: string) {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(name)
  await expect(page.getByRole('option')).toHaveText([name])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option')).toHaveText([name])
  await timersRun(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option')).toHaveCount(0)
}

/** Reloads the page, as if only these connections existed. */
async function showConnections(page: Page, ids: string[]) {
  await page.unroute('**/api/connections')
  await page.route('**/api/connections', async route => {
    const response = await route.fetch()
    const all: { id: string }[] = await response.json()
    await route.fulfill({ response, json: all.filter(({ id }) => ids.includes(id)) })
  })
  await page.reload()
}
