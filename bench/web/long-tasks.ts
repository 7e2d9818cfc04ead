import { type Browser, chromium, type Page } from '@playwright/test'
import { openStore } from '#server/store/open-store.ts'
import { cookiesOf } from '../../tests/browser/stage.ts'
import { systemChromium } from '../../tests/support/system-chromium.ts'
import type { Row } from '../support/figure.ts'
import { fillHistory } from '../support/fill-history.ts'
import { assertAccepted, postAtRate } from '../support/post-alerts.ts'
import { privateChats, startPregonero } from '../support/start-pregonero.ts'

const BOTS = 50
const CONNECTIONS = 1_000
const ALERTS = 10_000
const SECONDS = 60
const TRAFFIC = { perSecond: 20, count: 20 * SECONDS }
/** Traffic before the measurement, while the screen and its data load. */
const SETTLING = { perSecond: 20, count: 200 }
const CONTROL_PATH = '/control'

const screens = [
  { what: 'Panel', path: '/dashboard', heading: 'Panel' },
  { what: 'Historial', path: '/alerts?pageSize=50', heading: 'Historial de Alertas' },
  { what: 'Conexiones', path: '/connections', heading: 'Conexiones' },
]

/** Tasks over 50 ms of idle screens that receive live traffic. */
export async function longTasks(apiRoot: string): Promise<Row[]> {
  await using open = new AsyncDisposableStack()
  const routes = privateChats({ bots: BOTS, chats: CONNECTIONS })
  const { root, trader, place, target } = open.use(await startPregonero({ apiRoot, routes }))
  await using store = await openStore(place)
  await fillHistory(store, ALERTS)
  const executablePath = systemChromium()
  const browser = await chromium.launch(executablePath ? { executablePath } : {})
  open.defer(() => browser.close())

  const rows: Row[] = []
  for (const { what, path, heading } of screens) {
    const own = await openPage(browser, root, trader.cookie, path)
    await own.getByRole('heading', { name: heading, level: 1 }).waitFor()
    const control = await openPage(browser, root, trader.cookie, CONTROL_PATH)
    assertAccepted(await postAtRate(target, SETTLING))
    await Promise.all([own, control].map(page => page.evaluate(watch)))
    const [usageOfOwn, usageOfControl] = await Promise.all([startUsage(own), startUsage(control)])
    assertAccepted(await postAtRate(target, TRAFFIC))
    const [ofOwn, ofControl] = await Promise.all([own.evaluate(seen), control.evaluate(seen)])
    const [usedByOwn, usedByControl] = await Promise.all([usageOfOwn(), usageOfControl()])
    rows.push(
      {
        what: `${what}: tasks over 50 ms`,
        unit: '',
        pregonero: ofOwn.length,
        control: ofControl.length,
        goal: { of: 'value', atMost: 0 },
      },
      {
        what: 'the same: the longest',
        unit: 'ms',
        pregonero: Math.max(0, ...ofOwn),
        control: Math.max(0, ...ofControl),
      },
      {
        what: 'the same: processor time of the page a second',
        unit: 'ms',
        pregonero: usedByOwn / SECONDS,
        control: usedByControl / SECONDS,
      },
    )
    await Promise.all([own, control].map(page => page.context().close()))
  }
  return rows
}

/** Opens a page in a separate process. */
async function openPage(
  browser: Browser,
  url: string,
  cookie: string,
  path: string,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
  })
  await context.addCookies(cookiesOf(cookie, url))
  const page = await context.newPage()
  await page.route(`**${CONTROL_PATH}`, route =>
    route.fulfill({ contentType: 'text/html', body: CONTROL }),
  )
  await page.goto(url + path)
  return page
}

/** @returns milliseconds that the page's main thread has worked since, whatever else the machine did */
async function startUsage(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1_000
  }
  const before = await read()
  return async () => (await read()) - before
}

/** Receives the events of the screens and ignores them. */
const CONTROL = `<!doctype html><meta charset="utf-8"><title>a</title>
<script type="module">
  const { body } = await fetch('/api/events?alerts=true')
  for await (const bytes of body);
</script>`

type Watched = typeof globalThis & { longTasks?: number[] }

/** Runs in the browser. */
function watch(): void {
  const found: number[] = []
  ;(globalThis as Watched).longTasks = found
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) found.push(duration)
  }).observe({ type: 'longtask' })
}

/** Runs in the browser. @returns milliseconds of each */
const seen = (): number[] => (globalThis as Watched).longTasks ?? []
