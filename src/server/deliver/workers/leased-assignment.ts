import type { Logger } from 'pino'
import { clock } from '#server/base/clock.ts'
import { type Repeated, repeat } from '#server/base/repeat.ts'
import type { Delays } from '#server/deliver/delays.ts'
import type { Database } from '#server/store/engine/schema.ts'
import {
  claimBots,
  deregisterWorker,
  expireLeases,
  listWorkers,
  releaseBots,
} from '#server/store/queue/workers.ts'
import type { AssignmentEvents, BotAssignment, Lease } from './bot-assignment.ts'
import { preferredWorker } from './preferred-worker.ts'
import { WorkerLease } from './worker-lease.ts'

/** Bots that are claimed in one transaction. */
const BATCH = 500

/**
 * Assigns this process its share of the bots. Telegram's limits belong to a bot or to its chats, so processes share
 * bots out: the process of a bot knows all its limits.
 */
export class LeasedAssignment implements BotAssignment {
  readonly #db: Database
  readonly #delays: Delays
  readonly #log: Logger
  #lease: WorkerLease
  #workers: readonly string[] = []
  /** Bots that are being handed over to another process. */
  readonly #leaving = new Set<string>()
  /** Bots whose assignment is unknown after a failed write. */
  readonly #uncertain = new Set<string>()
  #claiming = Promise.resolve()
  /** Time before which no process is declared dead, on the monotonic clock. */
  #graceUntil = Number.NEGATIVE_INFINITY
  #on: AssignmentEvents | undefined
  #heartbeats: Repeated | undefined

  constructor(db: Database, { delays, log }: { delays: Delays; log: Logger }) {
    this.#db = db
    this.#delays = delays
    this.#log = log
    this.#lease = new WorkerLease(db, delays)
  }

  get lease(): Lease {
    return this.#lease
  }

  has(botId: string): boolean {
    return this.#lease.bots.has(botId)
  }

  /** Claims one at a time: of two claims for the same bot, one could fail and release the bot that the other got. */
  claim(botIds: readonly string[]): Promise<void> {
    const claimed = this.#claiming.then(() => this.#claim(botIds))
    this.#claiming = claimed.catch(() => {})
    return claimed
  }

  async #claim(botIds: readonly string[]): Promise<void> {
    const wanted = botIds.filter(
      botId =>
        this.#isPreferred(botId) &&
        !this.has(botId) &&
        !this.#leaving.has(botId) &&
        !this.#uncertain.has(botId),
    )
    for (let from = 0; from < wanted.length; from += BATCH)
      await this.#claimBatch(wanted.slice(from, from + BATCH))
  }

  async start(on: AssignmentEvents): Promise<void> {
    this.#on = on
    this.#allowGrace()
    await this.#lease.begin()
    this.#workers = await listWorkers(this.#db)
    const every = this.#delays.heartbeat
    this.#heartbeats = repeat(() => this.#step(), {
      every,
      first: every,
      onError: error => {
        this.#allowGrace()
        this.#log.error({ err: error }, 'the lease could not be renewed')
      },
    })
  }

  async stop(): Promise<void> {
    await this.#heartbeats?.[Symbol.asyncDispose]()
    await deregisterWorker(this.#db, this.#lease.id).catch(error =>
      this.#log.warn({ err: error }, 'the other processes have to wait until the lease ends'),
    )
  }

  async #claimBatch(wanted: readonly string[]): Promise<void> {
    const lease = this.#lease
    if (!lease.allowsSend()) return
    try {
      const claimed = await claimBots(this.#db, lease.id, wanted)
      for (const botId of claimed) lease.bots.set(botId, clock.monotonic())
    } catch (error) {
      for (const botId of wanted) this.#uncertain.add(botId)
      throw error
    }
    // Bots may prefer a process that has registered meanwhile.
    this.#handOver()
  }

  async #step(): Promise<void> {
    await this.#heartbeat()
    await this.#checkWorkers()
    await this.#releaseUncertain()
  }

  /** Gives other processes time for heartbeats that they could not send. @param milliseconds */
  #allowGrace(milliseconds = 2 * this.#delays.heartbeat): void {
    this.#graceUntil = Math.max(this.#graceUntil, clock.monotonic() + milliseconds)
  }

  async #heartbeat(): Promise<void> {
    const renewed = await this.#lease.renew()
    if (renewed?.isClockAhead) this.#allowGrace(this.#delays.lease)
    if (renewed) return
    this.#log.warn('the lease is lost: the process begins a new one')
    const lease = new WorkerLease(this.#db, this.#delays)
    await lease.begin()
    this.#lease = lease
    this.#on?.onLost()
  }

  async #checkWorkers(): Promise<void> {
    if (clock.monotonic() > this.#graceUntil)
      await expireLeases(this.#db, this.#lease.id, this.#delays.lease)
    const workers = await listWorkers(this.#db)
    if (workers.join() === this.#workers.join()) return
    this.#workers = workers
    this.#handOver()
    this.#on?.onWorkersChanged()
  }

  /** Hands over the bots that prefer another process. */
  #handOver(): void {
    const { bots, id } = this.#lease
    for (const botId of [...bots.keys()].filter(one => !this.#isPreferred(one))) {
      bots.delete(botId)
      this.#leaving.add(botId)
      this.#release(botId, id).catch(error => {
        this.#uncertain.add(botId)
        this.#log.warn({ err: error, botId }, 'a bot could not be released yet')
      })
    }
  }

  async #release(botId: string, id: string): Promise<void> {
    try {
      await this.#on?.onHandOver(botId, async () => void (await releaseBots(this.#db, id, [botId])))
    } finally {
      this.#leaving.delete(botId)
    }
  }

  async #releaseUncertain(): Promise<void> {
    const uncertain = [...this.#uncertain]
    if (uncertain.length === 0) return
    await releaseBots(this.#db, this.#lease.id, uncertain)
    for (const botId of uncertain) this.#uncertain.delete(botId)
    this.#on?.onWorkersChanged()
  }

  #isPreferred(botId: string): boolean {
    return preferredWorker(botId, this.#workers) === this.#lease.id
  }
}
