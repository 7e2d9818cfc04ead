import { createLog } from '#server/base/log.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import { createDelays } from '#server/deliver/delays.ts'
import { Dispatcher } from '#server/deliver/dispatcher.ts'
import { assignAllBots } from '#server/deliver/workers/bot-assignment.ts'
import { KnownConnections } from '#server/ingest/known-connections.ts'
import { QueueBound } from '#server/ingest/queue-bound.ts'
import { type AlertReceiver, createAlertReceiver } from '#server/ingest/receive-alert.ts'
import { Live } from '#server/live/live.ts'
import { ObservedMetrics } from '#server/observe/observed-metrics.ts'
import type { SqliteAnswers } from '#server/store/engine/sqlite-dialect.ts'
import { openStore, type StorePlace } from '#server/store/open-store.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import { sqliteHere } from '../../support/sqlite-here.ts'
import type { VirtualTime } from '../../support/virtual-time.ts'

const OUTAGE_WINDOW_MS = 15 * 60_000

/** The step (a database query or a send) at which the process dies, and whether it took effect. */
export type Death = { step: number; isCarriedOut: boolean }

type Options = {
  place: StorePlace
  telegram: Telegram
  secretBox: SecretBox
  time: VirtualTime
  death: Death | null
  onDeath: () => void
}

export type SimulatedProcess = AsyncDisposable & { receiver: AlertReceiver }

/**
 * Receives and delivers, assembled as by `startApp`, in a process that may die at any await: from then on
 * its queries and sends are never answered, and its timers never run.
 */
export async function startProcess({
  place,
  telegram,
  secretBox,
  time,
  death,
  onDeath,
}: Options): Promise<SimulatedProcess> {
  const connections: SqliteAnswers[] = []
  const connect = sqliteHere(time.worked)
  let steps = 0
  let isDead = false

  async function step<T>(run: () => Promise<T>): Promise<T> {
    steps += 1
    const isLast = steps === death?.step
    if (isLast && !death.isCarriedOut) die()
    if (isDead) return never()
    const result = await run()
    if (isLast) die()
    return isDead ? never() : result
  }

  function die(): void {
    if (isDead) return
    isDead = true
    for (const connection of connections) void connection.close()
    time.dropTimers()
    onDeath()
  }

  const log = createLog({ level: 'silent' })
  const store = await openStore(place, {
    connectSqlite(file) {
      const connection = connect(file)
      connections.push(connection)
      return {
        ask: question => step(() => connection.ask(question)),
        close: () => (isDead ? never() : connection.close()),
      }
    },
  })
  const { line, reader, notices } = store
  const live = new Live(notices)
  const observer = new ObservedMetrics()
  const dispatcher = new Dispatcher(
    line,
    {
      telegram: {
        ...telegram,
        sendMessage: (...sent) => step(() => telegram.sendMessage(...sent)),
      },
      secretBox,
      timeZone: 'Europe/Madrid',
      live,
      notices,
      assignment: assignAllBots(),
      delays: createDelays(),
      log,
      observer,
    },
    OUTAGE_WINDOW_MS,
  )
  const receiver = createAlertReceiver({
    db: line,
    live,
    known: new KnownConnections(line),
    rate: undefined,
    queueBound: new QueueBound(reader),
    freeLanes: dispatcher.freeLanes,
    wake: lanes => dispatcher.wake(lanes),
    giveWay: webhooks => dispatcher.giveWay(webhooks),
    observer,
    log,
  })
  await dispatcher.start()
  return {
    receiver,
    async [Symbol.asyncDispose]() {
      await dispatcher.stop()
      live.close()
      await store[Symbol.asyncDispose]()
    },
  }
}

const never = <T>(): Promise<T> => new Promise<T>(() => {})
