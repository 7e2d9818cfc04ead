import { join } from 'node:path'
import { z } from 'zod'
import { clock } from '#server/base/clock.ts'
import { lazily } from '#shared/lazily.ts'
import { EventRecorder } from './accounts/events/event-recorder.ts'
import { createPasswordTurns } from './accounts/passwords/password-turns.ts'
import { createRegistration } from './accounts/registration.ts'
import type { Config } from './base/config.ts'
import { openDataFolder } from './base/data-folder.ts'
import { createLog, type Log } from './base/log.ts'
import { createProof } from './base/same-installation.ts'
import { loadSecretKey } from './base/secret-key.ts'
import { createSecretBox } from './base/secrets.ts'
import { createDelays, type Delays } from './deliver/delays.ts'
import { Dispatcher } from './deliver/dispatcher.ts'
import { createSendPermits, SendGate } from './deliver/limits/send-gate.ts'
import { drainTime } from './deliver/rate-limits.ts'
import { assignAllBots } from './deliver/workers/bot-assignment.ts'
import { LeasedAssignment } from './deliver/workers/leased-assignment.ts'
import { type Listen, listen } from './http/listen.ts'
import { createRouter, createWorkerRouter } from './http/router.ts'
import { KnownConnections } from './ingest/known-connections.ts'
import { type Bound, QueueBound } from './ingest/queue-bound.ts'
import { createAlertReceiver } from './ingest/receive-alert.ts'
import { RefusalAggregator } from './ingest/refusal-aggregator.ts'
import { createRefusalReport } from './ingest/report-refusal.ts'
import { createChatConnector } from './linking/connect-chat.ts'
import { LinkListener } from './linking/link-listener.ts'
import { Live } from './live/live.ts'
import type { ProcessUsage } from './observe/current-metrics.ts'
import { watchEventLoop } from './observe/event-loop.ts'
import { createLogObserver } from './observe/log-observer.ts'
import { ObservedMetrics } from './observe/observed-metrics.ts'
import { tellBoth } from './observe/observer.ts'
import { createScrape } from './observe/scrape.ts'
import { Comparisons } from './reconcile/comparisons.ts'
import { finishRestore } from './store/backup/restored-key.ts'
import { databaseType } from './store/engine/dialect.ts'
import type { Database } from './store/engine/schema.ts'
import type { ConnectSqlite } from './store/engine/sqlite-dialect.ts'
import type { ReachOptions } from './store/engine/wait-for-postgres.ts'
import { openStore, type StorePlace } from './store/open-store.ts'
import { takeIntoUse } from './store/rows/keys-in-use.ts'
import { createTelegram } from './telegram/client.ts'
import { createSimulatedTelegram } from './telegram/simulated.ts'
import type { Telegram } from './telegram/telegram.ts'
import { createUpkeep } from './upkeep.ts'
import { AlarmSender } from './watch/alarm-sender.ts'
import { startPresence } from './watch/presence.ts'
import { createHeartbeats } from './watch/take-beat.ts'
import { Watcher } from './watch/watcher.ts'

/** The parts that the caller may replace, as tests do. */
export type Parts = {
  log: Log
  telegram: Telegram
  delays: Delays
  connectSqlite: ConnectSqlite
  waitFactor: number
  listen: Listen
  webRoot: string
  queueBound: Bound
  usage: () => ProcessUsage
}

/** Callbacks for the caller while the app starts. */
type Starting = ReachOptions & {
  /** The store is open: from now on the process must not end before the app is disposed of. */
  onOpened: () => void
  /** The server has loaded all of its sources. */
  onLoaded: () => void
}

export type App = AsyncDisposable & {
  port: number
  /** One-time code for the first account; null if an account exists, anyone may register, or in a worker. */
  registrationCode: string | null
  db: Database
}

z.config(z.locales.es())

const webRoot = join(import.meta.dirname, '../../dist/web')

/**
 * Builds all parts, connects them and serves. Disposing of it waits for what is in flight.
 * @throws StartError with one Spanish sentence when it can't start
 */
export async function startApp(
  config: Config,
  parts: Partial<Parts> = {},
  starting: Partial<Starting> = {},
): Promise<App> {
  await using open = new AsyncDisposableStack()
  const log = parts.log ?? createLog({ level: config.logLevel })
  const place = placeOf(config, open)
  const { dataDir, secrets } = config
  if ('dataDir' in place) await finishRestore(dataDir, log)
  const secretKey = loadSecretKey({ dataDir, fromEnv: secrets.secretKey })
  const observed = new ObservedMetrics()
  const { db, line, reader, search, notices } = open.use(
    await openStore(place, {
      log,
      onStatement: record => observed.statement(record),
      connectSqlite: parts.connectSqlite,
      waitFactor: parts.waitFactor,
      ...starting,
    }),
  )
  starting.onOpened?.()
  const keyRing = await takeIntoUse(db, secretKey)

  const { publicUrl, trustProxy, timeZone } = config
  const secretBox = createSecretBox(keyRing)
  const prove = createProof(keyRing)
  const telegram = parts.telegram ?? telegramFor(config)
  const delays = parts.delays ?? createDelays(1, config.telegramBotRate)
  const live = new Live(notices)
  const observer = tellBoth(open.use(createLogObserver(log)), observed)
  const assignment =
    'databaseUrl' in place ? new LeasedAssignment(line, { delays, log }) : assignAllBots()
  const dispatcher =
    config.role === 'web'
      ? null
      : new Dispatcher(
          line,
          { telegram, secretBox, timeZone, live, notices, assignment, delays, log, observer },
          telegram.simulated ? 0 : config.deliveryOutageWindow,
        )
  const wake = (lanes: string[]) => {
    if (dispatcher) dispatcher.wake(lanes)
    else for (const lane of lanes) notices.tell({ kind: 'waiting', lane })
  }
  const { backupKeep } = config
  const upkeep = open.use(createUpkeep({ db, search, place, dataDir, backupKeep, live, wake, log }))
  const permits = createSendPermits(db, dispatcher?.gate ?? new SendGate(delays), delays)
  const connectChat = createChatConnector({
    db,
    telegram,
    secretBox,
    permits,
    floodWait: delays.floodWait,
  })
  const alarmSender = open.use(
    new AlarmSender({ db, telegram, secretBox, permits, delays, publicUrl, live, log }),
  )
  // Senders of other processes notice by polling.
  const alarmsChanged = () => alarmSender.wake()
  const watcher = open.use(
    new Watcher({ db, reader, delays, timeZone, live, log, onRaised: alarmsChanged }),
  )
  const linkListener =
    dispatcher &&
    new LinkListener({
      db,
      telegram,
      secretBox,
      assignment,
      connect: connectChat,
      poll: delays.poll,
      retryDelay: delays.listenRetry,
      floodWait: delays.floodWait,
      log,
    })
  const events = open.use(
    new EventRecorder({ db, log, onRecorded: userId => live.changed(userId, 'sessions') }),
  )
  const passwordTurns = createPasswordTurns()
  const registration = await createRegistration({
    db,
    open: config.registration === 'open',
    turns: passwordTurns,
  })
  const comparisons = open.use(new Comparisons(place))
  const browserRoutes = lazily(async () => {
    const { createDashboard } = await import('./dashboard.ts')
    return createDashboard({
      comparisons,
      db,
      reader,
      search,
      live,
      log,
      keyRing,
      secretBox,
      publicUrl,
      trustProxy,
      timeZone,
      timeZoneTrouble: config.timeZoneTrouble,
      webRoot: parts.webRoot ?? webRoot,
      events,
      passwordTurns,
      registration,
      prove,
      observer,
      telegram,
      telegramApiRoot: config.telegramApiRoot,
      proxy: config.secrets.proxy,
      outageWindow: telegram.simulated ? 0 : config.deliveryOutageWindow,
      drainTime: chat => (delays.rateLimits ? drainTime(delays.rateLimits, chat) : 0),
      permits,
      connectChat,
      wake,
      pausesChanged(userId) {
        dispatcher?.pausesChanged(userId)
        notices.tell({ kind: 'pauses', userId })
      },
      linksChanged(botId) {
        linkListener?.linksChanged(botId)
        notices.tell({ kind: 'links', botId })
      },
      clearHistory: upkeep.clearHistory,
      alarmsChanged,
    })
  })
  const known = new KnownConnections(line)
  const report = createRefusalReport({ db: line, live, known })
  const everyProcess = {
    scrape: createScrape(observed, {
      reader,
      place,
      info: { role: config.role, database: databaseType(db) },
      delivery: dispatcher && (() => dispatcher.figures),
      streams: () => live.size,
      usage: parts.usage,
    }),
    metricsToken: secrets.metricsToken,
    isStopping: () => dispatcher?.isStopping ?? false,
    db,
    log,
    publicUrl,
    trustProxy,
  }
  const router =
    config.role === 'worker'
      ? createWorkerRouter(everyProcess)
      : createRouter({
          ...everyProcess,
          receiver: createAlertReceiver({
            db: line,
            live,
            known,
            rate: config.webhookRate,
            queueBound: new QueueBound(reader, parts.queueBound),
            freeLanes: dispatcher?.freeLanes,
            wake,
            giveWay: webhooks => dispatcher?.giveWay(webhooks),
            observer,
            log,
          }),
          heartbeats: createHeartbeats({ db, live, onRaised: alarmsChanged }),
          report,
          refusals: open.use(new RefusalAggregator(report, log)),
          maxBytes: config.webhookMaxBytes,
          observer,
          browserRoutes,
          prove,
        })

  open.use(watchEventLoop(ms => observed.eventLoopDelay(ms)))
  const listening = open.use(await (parts.listen ?? listen)(router, config))
  if (dispatcher && linkListener) {
    open.defer(async () => void (await Promise.all([linkListener.stop(), dispatcher.stop()])))
    await dispatcher.start(linkListener)
    linkListener.start()
    upkeep.start()
    watcher.start()
    alarmSender.start()
  }
  if (config.role !== 'worker') open.use(startPresence(db, log))
  open.defer(() => live.close())
  await notices.listen(notice => {
    live.hear(notice)
    if (notice.kind === 'waiting') dispatcher?.wakeOwn([notice.lane])
    if (notice.kind === 'pauses') dispatcher?.pausesChanged(notice.userId)
    if (notice.kind === 'links') linkListener?.linksChanged(notice.botId)
    if (notice.kind === 'anything') {
      dispatcher?.poll()
      linkListener?.poll()
    }
  })

  // Loaded after the start, so that no webhook waits for it; and not on demand, when the files may be of
  // another version.
  const loading = clock
    .turn()
    .then(async () => {
      if (config.role !== 'worker') await browserRoutes()
    })
    .catch(error => log.error({ err: error }, 'the dashboard could not be loaded'))
    .then(() => starting.onLoaded?.())
  open.defer(() => loading)
  const running = open.move()
  return {
    port: listening.port,
    registrationCode: config.role === 'worker' ? null : registration.code,
    db,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Only one process may use a folder; any number may use a PostgreSQL. */
function placeOf({ dataDir, secrets }: Config, open: AsyncDisposableStack): StorePlace {
  const { databaseUrl } = secrets
  return databaseUrl ? { databaseUrl } : { dataDir: open.use(openDataFolder(dataDir)).path }
}

const telegramFor = (config: Config): Telegram =>
  config.delivery === 'simulated'
    ? createSimulatedTelegram()
    : createTelegram({ apiRoot: config.telegramApiRoot, proxy: config.secrets.proxy })
