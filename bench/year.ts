import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
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
const ROUNDS = 5
const CALM = { perSecond: 20, count: 300 }
const REST_MS = 5_000
const LOOK_EVERY_MS = 500
const FORGOTTEN_MS = 900_000
const MB = 1_048_576

/** Footprint of a year of alerts: on disk, and of a process that works on it. */
export async function year(): Promise<Figure> {
  await using open = new AsyncDisposableStack()
  const { root } = open.use(await startBotApi())
  const routes = privateChats({ bots: 4, chats: 20 })
  const { target, trader, port, place, stop } = open.use(
    await startPregonero({ apiRoot: root, routes }),
  )
  await stop()
  const young = folderOf(place)
  const old = await mkdtemp(join(tmpdir(), 'pregonero-year-'))
  open.defer(() => rm(old, { recursive: true, force: true }))
  await cp(young, old, { recursive: true })
  const first = sizes(old)
  await withStore(old, store => fillHistory(store, YEAR, DAYS))
  const last = sizes(old)

  const begin = (folder: string) =>
    startProcess('pregonero', {
      DATA_DIR: folder,
      PORT: String(port),
      TELEGRAM_API_ROOT: root,
      LOG_LEVEL: 'info',
    })
  const days: { young: Day[]; old: Day[] } = { young: [], old: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    days.young.push(await aDay(() => begin(young), target, young))
    days.old.push(await aDay(() => begin(old), target, old))
  }

  open.use(await begin(old))
  const copy = join(young, 'copy.sqlite')
  const copying = secondsSince(performance.now())
  await promisify(execFile)('node', ['scripts/pregonero.mjs', 'backup', copy], {
    env: { ...process.env, DATA_DIR: old },
  })
  const copied = copying()

  const seconds = secondsSince(performance.now())
  await trader.api.profile.update({ historyDays: KEPT_DAYS })
  await withStore(old, async ({ db }) => {
    const oldest = Date.now() - KEPT_DAYS * DAY_MS
    const isLeft = () =>
      db.selectFrom('alerts').select('id').where('received_at', '<', oldest).limit(1).execute()
    while ((await isLeft()).length > 0) await pause(LOOK_EVERY_MS)
  })
  const deleted = seconds()
  await settled({ dataDir: old }, FORGOTTEN_MS)
  const forgotten = seconds()

  const alone = (what: string, unit: string, pregonero: number): Row => ({
    what,
    unit,
    pregonero,
    control: null,
  })
  const ofDay = (what: string, unit: string, pick: (day: Day) => number): Row => ({
    what,
    unit,
    pregonero: median(days.old.map(pick)),
    control: median(days.young.map(pick)),
  })
  return {
    name: 'year',
    control: 'the same on its first day',
    rows: [
      alone('the database grows by', 'MB', (last.database - first.database) / MB),
      alone('the index of what is searched grows by', 'MB', (last.search - first.search) / MB),
      alone('the log, not rotated', 'MB', (median(days.old.map(day => day.logged)) * YEAR) / MB),
      alone('a backup', 'MB', statSync(copy).size / MB),
      alone('the same, while it runs', 's', copied),
      ofDay('start to ready', 'ms', day => day.readyAfter),
      ofDay('memory after some alerts, all processes', 'MB', day => day.memory),
      ofDay(`webhooks at ${CALM.perSecond} a second, median`, 'ms', day => day.answered),
      alone(`until only the last ${KEPT_DAYS} days are left`, 's', deleted),
      alone('until no search knows the others', 's', forgotten),
      alone('the database then, room for the next included', 'MB', sizes(old).database / MB),
      alone('the index then', 'MB', sizes(old).search / MB),
    ],
    notes: [
      `${ALERTS_A_DAY.toLocaleString('en')} alerts a day for ${DAYS} days over ${routes.length} chats, bodies and messages of about 200 bytes each.`,
      `Starts, memory, webhooks and the log: medians of ${ROUNDS} rounds in turn, of ${CALM.count} alerts each.`,
    ],
  }
}

/** `logged`: bytes per alert. */
type Day = { readyAfter: number; memory: number; answered: number; logged: number }

async function aDay(begin: () => Promise<Running>, target: Target, dataDir: string): Promise<Day> {
  await using running = await begin()
  const said = running.lines.length
  const posted = await postAtRate(target, CALM)
  assertAccepted(posted)
  await settled({ dataDir })
  await pause(REST_MS)
  const day = {
    readyAfter: running.readyAfter,
    memory: memory(running.pid).now,
    answered: median(posted.map(({ took }) => took)),
    logged: sum(running.lines.slice(said).map(line => Buffer.byteLength(line) + 1)) / CALM.count,
  }
  await running.stop()
  return day
}

/** @throws Error for a PostgreSQL */
function folderOf(place: StorePlace): string {
  if ('dataDir' in place) return place.dataDir
  throw new Error('there is no folder')
}

async function withStore(dataDir: string, work: (store: Store) => Promise<void>): Promise<void> {
  await using store = await openStore({ dataDir })
  await work(store)
}

const secondsSince = (begun: number) => () => (performance.now() - begun) / 1_000

/** In bytes, including the files that SQLite keeps beside each. */
function sizes(folder: string): { database: number; search: number } {
  const sizeOf = (name: string) =>
    sum(
      readdirSync(folder)
        .filter(file => file.startsWith(name))
        .map(file => statSync(join(folder, file)).size),
    )
  return { database: sizeOf('pregonero.sqlite'), search: sizeOf('search.sqlite') }
}
