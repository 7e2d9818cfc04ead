import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { cookiesOf } from '../tests/browser/stage.ts'
import { startBotApi } from '../tests/support/bot-api/bot-api.ts'
import { systemChromium } from '../tests/support/system-chromium.ts'
import { type Figure, median, type Row } from './support/figure.ts'
import { privateChats, startPregonero } from './support/start-pregonero.ts'

const FEW = 10
const MANY = 1_000
const ROUNDS = 5

/** Each is timed from the act until its result is drawn. */
const steps: Step[] = [
  {
    what: 'the cards of connections, from the panel',
    atMost: 1_000,
    on: page => page.getByRole('link', { name: 'Conexiones', exact: true }),
    act: 'click',
    shows: 'article',
  },
  {
    what: 'a letter in the filter',
    atMost: 50,
    on: page => page.getByLabel('Filtrar por etiqueta'),
    act: 'type',
    shows: 'main',
  },
  {
    what: 'the form of a connection',
    atMost: 500,
    on: page => page.getByRole('button', { name: 'Editar' }).first(),
    act: 'click',
    shows: '[role=dialog] form',
  },
  {
    what: 'the templates to choose from',
    atMost: 500,
    on: page => page.getByRole('combobox', { name: 'Plantilla' }),
    act: 'click',
    shows: '[role=option]',
  },
]

interface Step {
  what: string
  /** Milliseconds. */
  atMost: number
  on: (page: Page) => Locator
  act: 'click' | 'type'
  /** Selector of the result. */
  shows: string
}

/** Time that long lists cost their reader. */
export async function lists(): Promise<Figure> {
  await using open = new AsyncDisposableStack()
  const botApi = open.use(await startBotApi())
  const browser = open.adopt(await chromium.launch(launchOptions()), chosen => chosen.close())
  const pageOf = async (connections: number) => {
    const routes = privateChats({ bots: 1, chats: connections })
    const { root, trader } = open.use(await startPregonero({ apiRoot: botApi.root, routes }))
    for (const [nth, { id }] of (await trader.api.connections.list()).entries()) {
      await trader.api.connections.update({ id, tags: [nth % 2 === 0 ? 'oro' : 'plata'] })
      await trader.api.templates.create({ name: `Plantilla ${nth}`, content: '{{symbol}}' })
    }
    return () => openPanel(browser, root, trader.cookie)
  }
  const [few, many] = [await pageOf(FEW), await pageOf(MANY)]

  const times = { few: steps.map((): number[] => []), many: steps.map((): number[] => []) }
  for (let round = 0; round < ROUNDS; round += 1) {
    await takeSteps(few, times.few)
    await takeSteps(many, times.many)
  }
  return {
    name: 'lists',
    control: `the same with ${FEW} connections and templates instead of ${MANY.toLocaleString('en')}`,
    rows: steps.map(
      ({ what, atMost }, nth): Row => ({
        what,
        unit: 'ms',
        pregonero: median(times.many[nth] ?? []),
        control: median(times.few[nth] ?? []),
        goal: { of: 'value', atMost },
      }),
    ),
    notes: [`Medians of ${ROUNDS} rounds in Chromium, in turn, until what was asked for is drawn.`],
  }
}

const launchOptions = () => {
  const executablePath = systemChromium()
  return executablePath ? { executablePath } : {}
}

async function openPanel(browser: Browser, url: string, cookie: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.context().addCookies(cookiesOf(cookie, url))
  await page.goto(`${url}/dashboard`)
  await page.getByRole('heading', { name: 'Panel' }).waitFor()
  return page
}

async function takeSteps(open: () => Promise<Page>, times: number[][]): Promise<void> {
  const page = await open()
  for (const [nth, { on, act, shows }] of steps.entries()) {
    times[nth]?.push(await on(page).evaluate(timeAct, { act, shows }))
  }
  await page.close()
}

/** Runs in the browser. */
function timeAct(element: Element, { act, shows }: Pick<Step, 'act' | 'shows'>): Promise<number> {
  const begun = performance.now()
  if (act === 'click') (element as HTMLElement).click()
  else {
    ;(element as HTMLElement).focus()
    document.execCommand('insertText', false, 'o')
  }
  return new Promise(resolve => {
    const look = () => {
      if (!document.querySelector(shows)) return requestAnimationFrame(look)
      // The frame is drawn after its callbacks; a new task runs after that.
      return requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
    }
    requestAnimationFrame(look)
  })
}
