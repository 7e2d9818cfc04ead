import { openStore } from '#server/store/open-store.ts'
import { median, type Row } from '../support/figure.ts'
import { fillHistory } from '../support/fill-history.ts'
import { privateChats, startPregonero } from '../support/start-pregonero.ts'
import { type Audit, audit } from './lighthouse.ts'
import { startPlainServer } from './plain-server.ts'

const ROUNDS = 5
const CONNECTIONS = 6
const ALERTS = 10_000

const screens = [
  { what: 'login', path: () => '/login', score: 95, isSignedIn: false },
  { what: 'Panel', path: () => '/dashboard', score: 85, isSignedIn: true },
  { what: 'Historial', path: () => '/alerts', score: 85, isSignedIn: true },
  {
    what: 'editor of a template',
    path: (template: string) => `/templates?editar=${template}`,
    score: 80,
    isSignedIn: true,
  },
]

/** Lighthouse's figures of screens opened for the first time on its phone. */
export async function firstSight(packages: string, apiRoot: string): Promise<Row[]> {
  await using open = new AsyncDisposableStack()
  const routes = privateChats({ bots: CONNECTIONS, chats: CONNECTIONS })
  const { root, trader, place } = open.use(await startPregonero({ apiRoot, routes }))
  await using store = await openStore(place)
  await fillHistory(store, ALERTS)
  const template = await trader.api.templates.create({ name: 'Corta', content: '{{symbol}}' })
  const plain = open.use(await startPlainServer())

  const audits = screens.map(() => ({ own: [] as Audit[], control: [] as Audit[] }))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [nth, { path, isSignedIn }] of screens.entries()) {
      const url = root + path(template.id)
      const own = await audit(packages, url, isSignedIn ? { cookie: trader.cookie } : {})
      audits[nth]?.own.push(own)
      audits[nth]?.control.push(await audit(packages, plain.page(own.bytes), {}))
    }
  return screens.flatMap(({ what, score }, nth) => {
    const { own = [], control = [] } = audits[nth] ?? {}
    const row = (key: keyof Audit, unit: string, said: string): Row => ({
      what: said,
      unit,
      pregonero: median(own.map(one => one[key])),
      control: median(control.map(one => one[key])),
    })
    return [
      { ...row('score', '', `${what}: performance`), goal: { of: 'value', atLeast: score } },
      row('fcp', 'ms', 'the same: first contentful paint'),
      row('lcp', 'ms', 'the same: largest contentful paint'),
      row('tbt', 'ms', 'the same: total blocking time'),
      row('bytes', 'bytes', 'the same: transferred'),
    ] satisfies Row[]
  })
}
