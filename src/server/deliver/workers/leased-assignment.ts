import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Delays } from '#server/deliver/delays.ts'
import type { Database } from '#server/store/engine/schema.ts'
import {
  buryOverdue,
  livingWorkers,
  releaseBots,
  resign,
  takeBots,
} from '#server/store/queue/workers.ts'
import type { Lease, Share, ShareEvents } from './bot-assignment.ts'
import { preferredWorker } from './preferred-worker.ts'
import { Membership } from './worker-lease.ts'

/** Bots that are taken in one transaction. */
const STEP = 500

/**
 * The share of one of several processes. All limits of Telegram are a bot's or those of a bot's
 * chats, so a bot is what is shared out: whoever works for it knows all of them.
 */
export class LeasedShare implements Share {
  readonly #db: Database
  readonly #delays: Delays
  readonly #log: Logger
  #member: Membership
  #living: readonly string[] = []
  /** Bots that are being given away. */
  readonly #leaving = new Set<string>()
  /** Bots of which nobody can say whether the database has them for this process's. */
  readonly #strays = new Set<string>()
  /** Nobody is given up before, on the monotonic clock. */
  #patientUntil = Number.NEGATIVE_INFINITY
  #on: ShareEvents | undefined
  readonly #stopped = new AbortController()
  #running: Promise<void> | undefined

  constructor(db: Database, { delays, log }: { delays: Delays; log: Logger }) {
    this.#db = db
    this.#delays = delays
    this.#log = log
    this.#member = new Membership(db, delays)
  }

  get lease(): Lease {
    return this.#member
  }

  has(botId: string): boolean {
    return this.#member.bots.has(botId)
  }

  async take(botIds: readonly string[]): Promise<void> {
    const wanted = botIds.filter(
      botId => this.#isMine(botId) && !this.#leaving.has(botId) && !this.#strays.has(botId),
    )
    for (let from = 0; from < wanted.length; from += STEP)
      await this.#takeSome(wanted.slice(from, from + STEP))
  }

  async start(on: ShareEvents): Promise<void> {
    this.#on = on
    this.#bePatient()
    await this.#member.begin()
    this.#living = await livingWorkers(this.#db)
    this.#running = this.#run(this.#stopped.signal)
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
    await resign(this.#db, this.#member.id).catch(error =>
      this.#log.warn({ err: error }, 'the others have to wait until the lease ends'),
    )
  }

  async #takeSome(wanted: readonly string[]): Promise<void> {
    const member = this.#member
    if (!member.mayBegin()) return
    try {
      const taken = await takeBots(this.#db, member.id, wanted)
      for (const botId of taken) member.bots.set(botId, performance.now())
    } catch (error) {
      for (const botId of wanted) this.#strays.add(botId)
      throw error
    }
    // Somebody better may have come meanwhile.
    this.#giveAway()
  }

  async #run(stopped: AbortSignal): Promise<void> {
    for (;;) {
      await pause(this.#delays.renewal, undefined, { signal: stopped }).catch(() => {})
      if (stopped.aborted) return
      try {
        await this.#showLife()
        await this.#lookAround()
        await this.#releaseStrays()
      } catch (error) {
        this.#bePatient()
        this.#log.error({ err: error }, 'the lease could not be renewed')
      }
    }
  }

  /** So long those that live have to show it, who could not before. @param milliseconds */
  #bePatient(milliseconds = 2 * this.#delays.renewal): void {
    this.#patientUntil = Math.max(this.#patientUntil, performance.now() + milliseconds)
  }

  async #showLife(): Promise<void> {
    const renewed = await this.#member.renew()
    if (renewed?.isClockAhead) this.#bePatient(this.#delays.lease)
    if (renewed) return
    this.#log.warn('given up by the others: begins anew')
    const member = new Membership(this.#db, this.#delays)
    await member.begin()
    this.#member = member
    this.#on?.onLost()
  }

  async #lookAround(): Promise<void> {
    if (performance.now() > this.#patientUntil)
      await buryOverdue(this.#db, this.#member.id, this.#delays.lease)
    const living = await livingWorkers(this.#db)
    if (living.join() === this.#living.join()) return
    this.#living = living
    this.#giveAway()
    this.#on?.onOthersChanged()
  }

  /** Bots that are better off with somebody else. */
  #giveAway(): void {
    const { bots, id } = this.#member
    for (const botId of [...bots.keys()].filter(one => !this.#isMine(one))) {
      bots.delete(botId)
      this.#leaving.add(botId)
      this.#give(botId, id).catch(error => {
        this.#strays.add(botId)
        this.#log.warn({ err: error, botId }, 'a bot could not be let go of yet')
      })
    }
  }

  async #give(botId: string, id: string): Promise<void> {
    try {
      await this.#on?.onGive(botId, async () => void (await releaseBots(this.#db, id, [botId])))
    } finally {
      this.#leaving.delete(botId)
    }
  }

  async #releaseStrays(): Promise<void> {
    const strays = [...this.#strays]
    if (strays.length === 0) return
    await releaseBots(this.#db, this.#member.id, strays)
    for (const botId of strays) this.#strays.delete(botId)
    this.#on?.onOthersChanged()
  }

  #isMine(botId: string): boolean {
    return preferredWorker(botId, this.#living) === this.#member.id
  }
}
