import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '#server/store/schema.ts'
import { buryOverdue, livingWorkers, releaseBots, resign, takeBots } from '#server/store/workers.ts'
import type { Delays } from './delays.ts'
import { Membership } from './membership.ts'
import { preferredWorker } from './preferred-worker.ts'
import type { Lease, Share, ShareEvents } from './share.ts'

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

  async take(botIds: readonly string[]): Promise<readonly string[]> {
    const member = this.#member
    const wanted = botIds.filter(botId => this.#isMine(botId) && !this.#leaving.has(botId))
    if (wanted.length === 0 || !member.mayBegin()) return []
    const taken = await takeBots(this.#db, member.id, wanted)
    for (const botId of taken) member.bots.set(botId, performance.now())
    return taken
  }

  async start(on: ShareEvents): Promise<void> {
    this.#on = on
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

  async #run(stopped: AbortSignal): Promise<void> {
    for (;;) {
      await pause(this.#delays.renewal, undefined, { signal: stopped }).catch(() => {})
      if (stopped.aborted) return
      try {
        await this.#showLife()
        await this.#lookAround()
      } catch (error) {
        // The others could not show life either: all get the time to do so.
        this.#patientUntil = performance.now() + 2 * this.#delays.renewal
        this.#log.error({ err: error }, 'the lease could not be renewed')
      }
    }
  }

  async #showLife(): Promise<void> {
    if (await this.#member.renew()) return
    this.#log.warn('given up by the others: begins anew')
    const member = new Membership(this.#db, this.#delays)
    await member.begin()
    this.#member = member
    this.#on?.onLost()
  }

  async #lookAround(): Promise<void> {
    if (performance.now() > this.#patientUntil) await buryOverdue(this.#db)
    const living = await livingWorkers(this.#db)
    if (living.join() === this.#living.join()) return
    this.#living = living
    this.#giveAway().catch(error => this.#log.error({ err: error }, 'bots could not be given away'))
    this.#on?.onOthersChanged()
  }

  /** Bots that are better off with somebody who has come. */
  async #giveAway(): Promise<void> {
    const { bots, id } = this.#member
    const given = [...bots.keys()].filter(botId => !this.#isMine(botId))
    if (given.length === 0) return
    for (const botId of given) {
      bots.delete(botId)
      this.#leaving.add(botId)
    }
    try {
      await this.#on?.onGive(given, async () => {
        await releaseBots(this.#db, id, given)
      })
    } finally {
      for (const botId of given) this.#leaving.delete(botId)
    }
  }

  #isMine(botId: string): boolean {
    return preferredWorker(botId, this.#living) === this.#member.id
  }
}
