import { waitingLanes } from '#server/store/deliveries.ts'
import { recoverInFlight } from '#server/store/delivery-outcomes.ts'
import { heldLanes } from '#server/store/lanes.ts'
import type { Database } from '#server/store/schema.ts'
import { transaction } from '#server/store/transaction.ts'
import type { Delivering } from './deliver-head.ts'
import { Lane } from './lane.ts'

/** A little longer than one send may take. */
const LAST_SENDS_MS = 25_000

/** Runs the lanes side by side. A nudge starts a lane at once; polling is only the safety net. */
export class Dispatcher {
  readonly #db: Database
  readonly #delivering: Delivering
  readonly #lanes = new Map<string, Lane>()
  #poll: NodeJS.Timeout | undefined
  #stopping = false

  constructor(db: Database, delivering: Omit<Delivering, 'wake'>) {
    this.#db = db
    this.#delivering = { ...delivering, wake: lanes => this.wake(lanes) }
  }

  /** Takes up what the last process left: what it may have sent, and whom it had to let wait. */
  async recover(): Promise<void> {
    const { recovered, held } = await transaction(this.#db, async trx => ({
      recovered: await recoverInFlight(trx),
      held: await heldLanes(trx, Date.now()),
    }))
    for (const [key, wait] of held) this.#laneFor(key).hold(wait)
    if (recovered > 0)
      this.#delivering.log.warn({ recovered }, 'sent again, for they may have arrived')
  }

  async start(): Promise<void> {
    await this.wakeAll()
    this.#poll = setInterval(() => this.#look(), this.#delivering.delays.poll)
  }

  wake(lanes: Iterable<string>): void {
    if (this.#stopping) return
    for (const key of lanes) {
      const lane = this.#laneFor(key)
      lane.wake(() => {
        if (!lane.isHeld) this.#lanes.delete(key)
      })
    }
  }

  async wakeAll(): Promise<void> {
    this.wake(await waitingLanes(this.#db))
  }

  /** @returns null when it works, else in Spanish what does not */
  async readiness(): Promise<string | null> {
    try {
      await waitingLanes(this.#db)
      return this.#stopping ? 'Pregonero se está deteniendo.' : null
    } catch (error) {
      this.#delivering.log.error({ err: error }, 'not ready')
      return 'La base de datos no responde.'
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#poll)
    const stopped = Promise.all([...this.#lanes.values()].map(lane => lane.stop()))
    const { promise: tooLong, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, LAST_SENDS_MS)
    await Promise.race([stopped, tooLong])
    clearTimeout(timer)
  }

  #laneFor(key: string): Lane {
    let lane = this.#lanes.get(key)
    if (!lane) {
      lane = new Lane(key, this.#db, this.#delivering)
      this.#lanes.set(key, lane)
    }
    return lane
  }

  #look(): void {
    this.wakeAll().catch(error =>
      this.#delivering.log.error({ err: error }, 'the lanes can not be read'),
    )
  }
}
