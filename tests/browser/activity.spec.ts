import type { Page } from '@playwright/test'
import type { Database } from '#server/store/engine/schema.ts'
import { recordAccountEvent } from '#server/store/rows/account-events.ts'
import { findAccount } from '#server/store/rows/accounts.ts'
import type { AccountEventKind } from '#shared/model/account-event.ts'
import { PASSWORD, signIn } from '../support/trader.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

/** Oldest first, a minute apart. */
const happened: readonly {
  kind: AccountEventKind
  count?: number
  address?: string
  userAgent?: string
  detail?: string
}[] = [
  { kind: 'password-set' },
  { kind: 'sign-in', address: '2a02:9000::1', userAgent: SAFARI },
  { kind: 'passkey-added', address: '80.58.61.250', userAgent: SAFARI, detail: 'El móvil' },
  { kind: 'throttled', count: 1_204 },
  { kind: 'sign-in-failed', count: 12, address: '126.0.0.1', userAgent: 'curl/8.9.1' },
  { kind: 'exported', address: '203.0.113.7', userAgent: FIREFOX },
]

/** Replaces the events of the account. */
async function record(db: Database, email: string, count = 1) {
  await db.deleteFrom('account_events').execute()
  const userId = (await findAccount(db, email))?.id ?? ''
  const first = Date.now() - happened.length * count * 60_000
  for (let n = 0; n < happened.length * count; n += 1) {
    const event = happened[n % happened.length]
    if (event)
      await recordAccountEvent(db, { userId, network: `${n}`, ...event }, first + n * 60_000)
  }
}

test('lists the events of the account with their origin and browser', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { db, trader, url } = stage
  await record(db, trader.email)
  await page.goto(`${url}/settings/security`)
  const events = page.getByRole('list', { name: 'Actividad' }).getByRole('listitem')

  await test.step('the newest first', async () => {
    await expect(events).toHaveText([
      /^Configuración exportadaFirefox en Windows203\.0\.113\.7\d\d\/\d\d\/\d{4}, \d\d:\d\d$/,
      /^Inicio de sesión fallido · 12 vecescurlJapón126\.0\.0\.1Desde el /,
      /^Intentos bloqueados por ser demasiados · 1\.204 vecesSin mirar la contraseñaDesde el /,
      /^Llave de acceso añadida: El móvilSafari en iPhoneEspaña80\.58\.61\.250/,
      /^Inicio de sesiónSafari en iPhoneEspaña2a02:9000::1/,
      /^Contraseña cambiada con un comandoEn el servidor/,
    ])
    await expect(page.getByRole('link', { name: 'IP Geolocation by DB-IP' })).toHaveAttribute(
      'href',
      'https://db-ip.com',
    )
  })

  await test.step('adds new events live, and the bell reports a new browser', async () => {
    await signIn(url, trader.email, PASSWORD, { 'user-agent': FIREFOX })
    await expect(events.first()).toHaveText(/^Inicio de sesiónFirefox en Windowsesta máquina/)
    await page.getByRole('button', { name: /^Notificaciones/ }).click()
    await page.getByText('Se inició sesión en un navegador nuevo').click()
    await expect(page).toHaveURL(`${url}/settings/security`)
  })
})

test('pages through a long activity by keyboard', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { db, trader, url } = stage
  await record(db, trader.email, 10)
  await page.goto(`${url}/settings/security`)
  const events = page.getByRole('list', { name: 'Actividad' }).getByRole('listitem')
  await expect(events).toHaveCount(50)
  await expect(page.getByText('Mostrando 1-50 de 60')).toBeVisible()
  await page.getByRole('button', { name: 'Página siguiente' }).press('Enter')
  await expect(events).toHaveCount(10)
  await expect(events.last()).toContainText('Contraseña cambiada con un comando')
  await expect(list(page)).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Actividad' })).toBeInViewport()
})

test('shows the newest ten on a phone, and the rest by keyboard', extended, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await using stage = await startSignedIn(page)
  await record(stage.db, stage.trader.email, 2)
  await page.goto(`${stage.url}/settings/security`)
  const events = list(page).getByRole('listitem')
  await expect(events).toHaveCount(10)
  await page.getByRole('button', { name: 'Ver 2 más' }).press('Enter')
  await expect(events).toHaveCount(12)
  await expect(list(page)).toBeFocused()
})

const list = (page: Page) => page.getByRole('list', { name: 'Actividad' })
