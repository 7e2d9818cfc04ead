import pLimit from 'p-limit'
import { waitingLanes } from '#server/store/deliveries.ts'
import { recoverInFlight } from '#server/store/delivery-outcomes.ts'
import { remainingWaits } from '#server/store/lanes.ts'
import type { Database } from '#server/store/schema.ts'
import { transaction } from '#server/store/transaction.ts'
import type { Delivering } from './delivering.ts'
import { keepPause } from './hold-for-flood.ts'
import { Lane, type LaneTools } from './lane.ts'
import { OutageWatch } from './outage-watch.ts'
import { type Obstacle, Traffic } from './traffic.ts'

/** A little longer than one send may take. */
const LAST_SENDS_MS = 25_000
/** Requests of one process that may be on their way. */
const MOST_IN_FLIGHT = 64

/** Runs the lanes side by side. A nudge starts a lane at once; polling is only the safety net. */
export class Dispatcher {
  readonly #traffic: Traffic
  readonly #tools: LaneTools
  readonly #outageWatch: OutageWatch
  readonly #lanes = new Map<string, Lane>()
  #poll: NodeJS.Timeout | undefined
  #stopping = false

  /** @param outageWindow milliseconds that alerts wait for a Telegram that answers nobody */
  constructor(db: Database, tools: Omit<Delivering, 'traffic' | 'wake'>, outageWindow: number) {
    this.#traffic = new Traffic(tools.delays, {
      isPossible: outageWindow > 0,
      onChange: isOn => this.#heedOutage(isOn),
    })
    this.#tools = {
      ...tools,
      db,
      traffic: this.#traffic,
      inFlight: pLimit(MOST_IN_FLIGHT),
      wake: lanes => this.wake(lanes),
    }
    this.#outageWatch = new OutageWatch(db, this.#tools, outageWindow)
  }

  /** Takes up what the last process left: what it may have sent, and whom it had to let wait. */
  async recover(): Promise<void> {
    const { recovered, waits } = await transaction(this.#tools.db, async trx => ({
      recovered: await recoverInFlight(trx),
      waits: await remainingWaits(trx, Date.now()),
    }))
    this.#traffic.restore(waits, performance.now())
    if (recovered > 0) this.#tools.log.warn({ recovered }, 'sent again, for they may have arrived')
  }

  async start(): Promise<void> {
    await this.wakeAll()
    this.#poll = setInterval(() => this.#look(), this.#tools.delays.poll)
  }

  wake(lanes: Iterable<string>): void {
    if (this.#stopping) return
    for (const key of lanes) this.#laneFor(key).wake(() => this.#lanes.delete(key))
  }

  async wakeAll(): Promise<void> {
    this.wake(await waitingLanes(this.#tools.db))
  }

  /** @returns null when it works, else in Spanish what does not */
  async readiness(): Promise<string | null> {
    try {
      await waitingLanes(this.#tools.db)
      return this.#stopping ? 'Pregonero se está deteniendo.' : null
    } catch (error) {
      this.#tools.log.error({ err: error }, 'not ready')
      return 'La base de datos no responde.'
    }
  }

  /**
   * Counts a message that does not stand in the lane's queue, within all its limits.
   * @returns what is in its way; null when it may leave
   */
  claimTurn(lane: string): Obstacle | null {
    const now = performance.now()
    const obstacle = this.#traffic.obstacle(lane, now)
    if (obstacle) return obstacle
    this.#traffic.takeTurn(lane, now)
    this.#traffic.count(lane, now)
    return null
  }

  /** Telegram asked for a pause in answer to such a message. @param retryAfter seconds */
  heedFlood(lane: string, retryAfter: number): Promise<void> {
    const wait = this.#tools.delays.flood(retryAfter)
    return this.#tools.writer.writeAtLast(keepPause(lane, wait, this.#traffic))
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#poll)
    this.#outageWatch.stop()
    const stopped = Promise.all([...this.#lanes.values()].map(lane => lane.stop()))
    const { promise: tooLong, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, LAST_SENDS_MS)
    await Promise.race([stopped, tooLong])
    clearTimeout(timer)
  }

  #laneFor(key: string): Lane {
    let lane = this.#lanes.get(key)
    if (!lane) {
      lane = new Lane(key, this.#tools)
      this.#lanes.set(key, lane)
    }
    return lane
  }

  #look(): void {
    this.#traffic.forget(performance.now())
    this.wakeAll().catch(error =>
      this.#tools.log.error({ err: error }, 'the lanes can not be read'),
    )
  }

  #heedOutage(isOn: boolean): void {
    if (!isOn) this.#outageWatch.stop()
    else if (!this.#stopping) this.#outageWatch.start()
    // At its beginning too: what waits for its next attempt waits for the end of the outage instead.
    this.wake(this.#lanes.keys())
  }
}
