import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openStore, type Store, type StorePlace } from '#server/store/open-store.ts'
import { DAY_MS } from '#shared/limits.ts'
import { startBotApi } from '../tests/support/bot-api/bot-api.ts'
import { type Figure, median, type Row, sum } from './support/figure.ts'
import { fillHistory } from './support/fill-history.ts'
import { assertAccepted, postAtRate, type Target } from './support/post-alerts.ts'
import { memory } from './support/process-usage.ts'
import { settled } from './support/settled.ts'
import { privateChats, startPregonero } from './support/start-pregonero.ts'
import { type Running, startProcess } from './support/start-process.ts'

const ALERTS_A_DAY = 1_000
const DAYS = 365
const YEAR = ALERTS_A_DAY * DAYS
const KEPT_DAYS = 90
const STARTS = 5
const CALM = { perSecond: 20, count: 600 }
const REST_MS = 5_000
const LOOK_EVERY_MS = 500
const MB = 1_048_576

/** What a year of alerts leaves behind: on disk, and of a process that works on it. */
export async function year(): Promise<Figure> {
  await using open = new AsyncDisposableStack()
  const { root } = open.use(await startBotApi())
  const routes = privateChats({ bots: 4, chats: 20 })
  const { place, target, trader, port, ...first } = open.use(
    await startPregonero({ apiRoot: root, routes }),
  )
  const folder = 'dataDir' in place ? place.dataDir : ''
  await first.stop()
  const env = { DATA_DIR: folder, PORT: String(port), TELEGRAM_API_ROOT: root, LOG_LEVEL: 'info' }
  const begin = () => startProcess('pregonero', env)

  const young = await aDay(begin, target, place)
  const empty = sizes(folder)
  await withStore(place, store => fillHistory(store, YEAR, DAYS))
  const full = sizes(folder)
  const old = await aDay(begin, target, place)

  open.use(await begin())
  const begun = performance.now()
  await trader.api.profile.update({ historyDays: KEPT_DAYS })
  await withStore(place, async ({ db }) => {
    const oldest = Date.now() - KEPT_DAYS * DAY_MS
    const isLeft = () =>
      db.selectFrom('alerts').select('id').where('received_at', '<', oldest).limit(1).execute()
    while ((await isLeft()).length > 0) await pause(LOOK_EVERY_MS)
  })
  const retained = (performance.now() - begun) / 1_000
  await settled(place)
  const ofDay = (what: string, unit: string, pick: (day: Day) => number): Row => ({
    what,
    unit,
    pregonero: pick(old),
    control: pick(young),
  })
  const alone = (what: string, unit: string, pregonero: number): Row => ({
    what,
    unit,
    pregonero,
    control: null,
  })
  return {
    name: 'year',
    control: 'the same process on the first day',
    rows: [
      alone('the database', 'MB', (full.database - empty.database) / MB),
      alone('the index of what is searched', 'MB', (full.search - empty.search) / MB),
      alone('the log', 'MB', (median([young.logged, old.logged]) * YEAR) / MB),
      ofDay('start to ready', 'ms', day => day.readyAfter),
      ofDay('memory, after some alerts', 'MB', day => day.memory),
      ofDay('webhooks answered, median', 'ms', day => day.answered),
      alone(`until only ${KEPT_DAYS} days are left`, 's', retained),
      alone('the database then, what is free in it included', 'MB', sizes(folder).database / MB),
    ],
    notes: [
      `${ALERTS_A_DAY.toLocaleString('en')} alerts a day for ${DAYS} days over ${routes.length} chats, bodies and messages of about 200 bytes each.`,
      `The log is that of ${CALM.count} alerts, reckoned up.`,
    ],
  }
}

type Day = { readyAfter: number; memory: number; answered: number; logged: number }

/** Starts, and takes some alerts. `logged`: bytes an alert. */
async function aDay(
  begin: () => Promise<Running>,
  target: Target,
  place: StorePlace,
): Promise<Day> {
  const starts: number[] = []
  for (let nth = 0; nth < STARTS; nth += 1) {
    await using running = await begin()
    starts.push(running.readyAfter)
    await running.stop()
  }
  await using running = await begin()
  const said = running.lines.length
  const posted = await postAtRate(target, CALM)
  assertAccepted(posted)
  await settled(place)
  await pause(REST_MS)
  const logged = sum(running.lines.slice(said).map(line => Buffer.byteLength(line) + 1))
  const day = {
    readyAfter: median(starts),
    memory: memory(running.pid).now,
    answered: median(posted.map(({ took }) => took)),
    logged: logged / CALM.count,
  }
  await running.stop()
  return day
}

async function withStore(place: StorePlace, work: (store: Store) => Promise<void>): Promise<void> {
  await using store = await openStore(place)
  await work(store)
}

/** In bytes, with what stands beside each file. */
function sizes(folder: string): { database: number; search: number } {
  const sizeOf = (name: string) =>
    sum(
      readdirSync(folder)
        .filter(file => file.startsWith(name))
        .map(file => statSync(join(folder, file)).size),
    )
  return { database: sizeOf('pregonero.sqlite'), search: sizeOf('search.sqlite') }
}
