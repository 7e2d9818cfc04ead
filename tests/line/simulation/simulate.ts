import { deepEqual, ok } from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { writeAccount } from '#server/accounts/manage-accounts.ts'
import { clock } from '#server/base/clock.ts'
import { keyRingOf } from '#server/base/key-ring.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { openStore, type StorePlace } from '#server/store/open-store.ts'
import { laneOf } from '#server/store/queue/lane-key.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { readBody } from '#shared/body/read-body.ts'
import { MOST_SENDS_IN_DOUBT } from '#shared/limits.ts'
import { GROUP_SEPARATOR } from '#shared/message/group.ts'
import { connectionRow } from '../../support/rows.ts'
import { sqliteHere } from '../../support/sqlite-here.ts'
import { virtualTime } from '../../support/virtual-time.ts'
import { type SimulatedProcess, startProcess } from './process.ts'
import { type Random, seededRandom } from './random.ts'
import { type Arrival, createWeatherTelegram } from './telegram.ts'
import { drawWeather, type Weather } from './weather.ts'

const MINUTE_MS = 60_000
/** Alerts and failures fall into the first 10 minutes, in one run of ten into the first 3 hours. */
const LENGTHS_MS = [10 * MINUTE_MS, 180 * MINUTE_MS] as const
/** Virtual time by which every flood wait and outage has ended. */
const LONGEST_MS = 26 * 60 * MINUTE_MS
const LOOK_EVERY_MS = 5_000
/** Longest delay of an undisturbed alert: a group's rate limits allow all alerts of a run by then. */
const CALM_MS = 70_000

const secretBox = createSecretBox(keyRingOf('a secret key of thirty-two letters'))

type Connection = { id: string; bot: string; chat: string; lane: string }
/** `alertId` is null without a 202, as when the process died first. */
type Posted = { name: string; connection: Connection; at: number; alertId: string | null }

/** Counts of one seed. `copies`: of the alert that came most often; `took`: virtual milliseconds. */
export type Figures = {
  alerts: number
  deaths: number
  failed: number
  copies: number
  took: number
}

/**
 * Simulates several bots and chats, drawn from the seed: alerts, Telegram's failures, and a process that dies
 * at any await and is started again. Every alert that was answered 202 ends delivered or failed, in order.
 * @param place migrated and otherwise empty
 * @throws AssertionError with the broken promise
 */
export async function simulate(seed: number, place: StorePlace): Promise<Figures> {
  const random = seededRandom(seed)
  using time = virtualTime()
  const connections = await openLines(place, random)
  const length = LENGTHS_MS[random.chance(0.1) ? 1 : 0]
  const weather = drawWeather(random, connections, length)
  const { telegram, arrivals } = createWeatherTelegram(random, weather)
  const runner = createRunner({ place, telegram, secretBox, time }, random)
  await time.settle()
  const posted: Posted[] = []
  const moments = Array.from({ length: random.between(4, 24) }, () =>
    random.chance(0.5) ? random.between(0, length) : random.between(0, MINUTE_MS),
  )
  for (const at of moments.toSorted((one, other) => one - other)) {
    await time.pass(Math.max(0, at - time.now))
    const one: Posted = {
      name: `A${posted.length}`,
      connection: random.pick(connections),
      at: time.now,
      alertId: null,
    }
    posted.push(one)
    void post(one, runner)
  }
  using seen = lookAt(place)
  do {
    ok(time.now < LONGEST_MS, `${seen.waiting()} alerts wait for ever`)
    await time.pass(LOOK_EVERY_MS)
  } while (seen.waiting() > 0)
  await runner.stop()
  const figures = check(posted, arrivals, seen.alerts())
  checkCalm(posted, arrivals, weather)
  ok(figures.failed === 0 || seen.notifications() > 0, 'nobody was told of what failed')
  return { ...figures, deaths: runner.deaths, took: time.now }
}

async function post(one: Posted, runner: Runner): Promise<void> {
  const { receiver } = await runner.running()
  const body = readBody(JSON.stringify({ n: one.name }))
  if (!body) throw new Error('the body is empty')
  const taken = await receiver.receive(one.connection.id, body, '127.0.0.1')
  if (typeof taken === 'string') throw new Error(`not taken: ${taken}`)
  one.alertId = taken.alertId
}

type Runner = ReturnType<typeof createRunner>

/** Keeps a process running: starts it again whenever it dies, as systemd does. */
function createRunner(
  parts: Omit<Parameters<typeof startProcess>[0], 'death' | 'onDeath'>,
  random: Random,
) {
  let running: Promise<SimulatedProcess>
  let dead: Promise<void>
  let deaths = 0
  const most = random.between(0, 4)

  function start(): void {
    const death = Promise.withResolvers<void>()
    dead = death.promise
    running = startProcess({
      ...parts,
      death:
        deaths < most ? { step: random.between(20, 400), isCarriedOut: random.chance(0.5) } : null,
      onDeath() {
        deaths += 1
        death.resolve()
        // In a later turn, after the dead process has finished its current work.
        parts.time.hold(clock.turn().then(start))
      },
    })
    // Starting reads files, which takes no virtual time.
    parts.time.hold(Promise.race([running, dead]))
  }

  start()
  return {
    get deaths() {
      return deaths
    },
    /** The process that is running or starting. */
    running: () => running,
    /** Stops the process; if it dies while stopping, stops the next one. */
    async stop() {
      for (let isStopped = false; !isStopped; ) {
        const last = await running
        const stopped = Promise.resolve(last[Symbol.asyncDispose]()).then(() => {
          isStopped = true
        })
        let isOver = false
        void Promise.race([stopped, dead]).then(() => {
          isOver = true
        })
        await parts.time.until('the process has ended', () => isOver)
      }
    },
  }
}

/** An account with some connections: of one or two bots, to chats that they may share. */
async function openLines(
  place: StorePlace,
  random: Random,
): Promise<[Connection, ...Connection[]]> {
  await using store = await openStore(place, { connectSqlite: sqliteHere() })
  const draft = { email: 'ana@example.com', name: 'Ana', passwordHash: '' }
  const userId = await transaction(store.db, trx => writeAccount(trx, draft, 0))
  await store.db
    .updateTable('message_templates')
    .set({ content: '{{n}}' })
    .where('id', '=', 'default-signal')
    .execute()
  const open = async (nth: number): Promise<Connection> => {
    const bot = String(random.between(1, 2))
    const chat = random.pick(['100', '101', '-102'])
    const lane = laneOf(userId, bot, chat)
    const id = `connection-${nth}`
    await insertConnection(
      { db: store.db, userId },
      {
        ...connectionRow(id),
        telegram_bot_token: secretBox.encrypt(`${bot}:${'A'.repeat(35)}`),
        bot_id: bot,
        chat_id: chat,
        telegram_chat_id: chat,
        lane,
        group_bursts: random.chance(0.5) ? 1 : 0,
      },
    )
    return { id, bot, chat, lane }
  }
  const connections: [Connection, ...Connection[]] = [await open(0)]
  const count = random.between(1, 4)
  for (let nth = 1; nth < count; nth += 1) connections.push(await open(nth))
  return connections
}

type AlertEnd = { id: string; status: string; error_reason: string | null; uncertain: number }

/** Reads the database file alongside the process. */
function lookAt(place: StorePlace) {
  if (!('dataDir' in place)) throw new Error('the simulation runs on SQLite')
  const file = new DatabaseSync(join(place.dataDir, 'pregonero.sqlite'), { readOnly: true })
  const counted = (table: string) =>
    Number(file.prepare(`select count(*) as count from ${table}`).get()?.count)
  const waiting = file.prepare('select count(*) as count from deliveries')
  return {
    waiting: () => Number(waiting.get()?.count),
    notifications: () => counted('notifications'),
    alerts: () =>
      file
        .prepare('select id, status, error_reason, uncertain from alerts')
        .all() as unknown as AlertEnd[],
    [Symbol.dispose]: () => file.close(),
  }
}

/** @throws AssertionError with the broken promise */
function check(
  posted: readonly Posted[],
  arrivals: readonly Arrival[],
  alerts: readonly AlertEnd[],
): Omit<Figures, 'deaths' | 'took'> {
  const ends = new Map(alerts.map(alert => [alert.id, alert]))
  const copiesOf = (name: string) =>
    arrivals.filter(({ text }) => namesIn(text).includes(name)).length
  for (const { name, alertId } of posted) {
    const end = alertId === null ? undefined : ends.get(alertId)
    if (alertId === null) continue
    ok(end, `${name} was answered 202 and is gone`)
    ok(['success', 'failed'].includes(end.status), `${name} is ${end.status}`)
    if (end.status === 'failed') ok(end.error_reason, `${name} failed without a reason`)
    else ok(copiesOf(name) > 0, `${name} is said to be delivered, and never arrived`)
    ok(copiesOf(name) <= MOST_SENDS_IN_DOUBT, `${name} came ${copiesOf(name)} times`)
    if (end.uncertain === 0) ok(copiesOf(name) <= 1, `${name} came more than once, untold`)
  }
  for (const [lane, inLane] of Map.groupBy(posted, ({ connection }) => connection.lane)) {
    const known = inLane.filter(({ alertId }) => alertId !== null).map(({ name }) => name)
    const [bot, chat] = lane.split(':').slice(1)
    const texts = arrivals
      .filter(arrival => arrival.bot === bot && arrival.chatId === chat)
      .flatMap(({ text }) => namesIn(text))
    const inOrder = [...new Set(texts)].filter(name => known.includes(name))
    deepEqual(
      inOrder,
      known.filter(name => inOrder.includes(name)),
      `${lane} lost its order`,
    )
  }
  return {
    alerts: posted.length,
    failed: alerts.filter(({ status }) => status === 'failed').length,
    copies: Math.max(0, ...posted.map(({ name }) => copiesOf(name))),
  }
}

/**
 * Checks that alerts arrive soon if no failure concerns their chat or bot, whatever others wait for. Flood waits
 * of any chat are excluded, because two of them hold up the whole bot.
 */
function checkCalm(
  posted: readonly Posted[],
  arrivals: readonly Arrival[],
  weather: readonly Weather[],
): void {
  const isCalm = ({ bot, chat }: Connection) =>
    weather.every(({ of, kind }) => {
      if (of.bot !== undefined) return of.bot !== bot
      return of.chat !== undefined && of.chat !== chat && kind !== 'flood'
    })
  for (const { name, connection, at, alertId } of posted) {
    if (alertId === null || !isCalm(connection)) continue
    const arrival = arrivals.find(({ text }) => namesIn(text).includes(name))
    const waited = (arrival?.at ?? Number.POSITIVE_INFINITY) - at
    ok(waited < CALM_MS, `${name} waited ${waited} ms for the trouble of others`)
  }
}

/** Names of the alerts in a message. */
const namesIn = (text: string): string[] =>
  text.split(GROUP_SEPARATOR).map(one => one.split('\n').at(-1) ?? one)
