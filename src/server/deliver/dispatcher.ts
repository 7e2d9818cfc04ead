import pLimit from 'p-limit'
import type { Notices } from '#server/store/engine/notices.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { waitingLanes } from '#server/store/queue/deliveries.ts'
import { laneParts } from '#server/store/queue/lane-key.ts'
import { forgetWaits } from '#server/store/queue/lanes.ts'
import type { Delivering } from './delivering.ts'
import { createDeliveryWriter } from './lane/delivery-writer.ts'
import { Lane, type LaneTools } from './lane/lane.ts'
import type { Whose } from './limits/outage.ts'
import { OutageWatch } from './limits/outage-watch.ts'
import { Traffic } from './limits/traffic.ts'
import type { Share } from './workers/bot-assignment.ts'

/** A little longer than one send may take. */
const LAST_SENDS_MS = 25_000
/** Requests of one process that may be on their way. */
const MOST_IN_FLIGHT = 64

type Tools = Omit<Delivering, 'traffic' | 'wake' | 'writer' | 'lease'> & {
  notices: Notices
  share: Share
}

/**
 * Runs the lanes side by side, of those bots that are this process's share. A nudge starts a lane at
 * once; polling is only the safety net.
 */
export class Dispatcher {
  readonly traffic: Traffic
  readonly #db: Database
  readonly #given: Tools
  readonly #share: Share
  readonly #outageWindow: number
  readonly #lanes = new Map<string, Lane>()
  readonly #inFlight = pLimit(MOST_IN_FLIGHT)
  /** Lanes that something waits in, and that may be ours. */
  readonly #wanted = new Set<string>()
  #isTaking = false
  #tools: LaneTools
  #outageWatch: OutageWatch
  #poll: NodeJS.Timeout | undefined
  #stopping = false

  /** @param outageWindow milliseconds that alerts wait for a Telegram that does not answer */
  constructor(db: Database, given: Tools, outageWindow: number) {
    this.traffic = new Traffic(given.delays, {
      isPossible: outageWindow > 0,
      onChange: whose => this.#heedOutage(whose),
    })
    this.#db = db
    this.#given = given
    this.#share = given.share
    this.#outageWindow = outageWindow
    this.#tools = this.#newTools()
    this.#outageWatch = this.#newOutageWatch()
  }

  async start(): Promise<void> {
    await this.#share.start({
      onLost: () => this.#beginAnew(),
      onOthersChanged: () => this.look(),
      onGive: (botId, release) => this.#give(botId, release),
    })
    await this.#wakeAll()
    this.#poll = setInterval(() => this.look(), this.#given.delays.poll)
  }

  /** Something waits in these lanes, whoever works for their bots. */
  wake(lanes: Iterable<string>): void {
    const all = [...lanes]
    this.heed(all)
    for (const lane of all)
      if (!this.#isOurs(lane)) this.#given.notices.tell({ kind: 'waiting', lane })
  }

  /** The same, as another process tells it. */
  heed(lanes: readonly string[]): void {
    if (this.#stopping) return
    const ours = lanes.filter(lane => this.#isOurs(lane))
    for (const key of ours) this.#wakeLane(key)
    if (ours.length < lanes.length) void this.#take(lanes)
  }

  get isStopping(): boolean {
    return this.#stopping
  }

  /** Finds what nobody told of. */
  look(): void {
    this.traffic.forget(performance.now())
    Promise.all([forgetWaits(this.#db, Date.now()), this.#wakeAll()]).catch(error =>
      this.#given.log.error({ err: error }, 'the lanes can not be read'),
    )
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#poll)
    void this.#outageWatch.stop()
    const stopped = this.#stopLanes(() => true)
    const { promise: tooLong, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, LAST_SENDS_MS)
    await Promise.race([stopped, tooLong])
    clearTimeout(timer)
    await this.#outageWatch.stop()
    await this.#share.stop()
  }

  async #wakeAll(): Promise<void> {
    this.heed(await waitingLanes(this.#db))
  }

  #isOurs(lane: string): boolean {
    return this.#share.has(laneParts(lane).botId)
  }

  #wakeLane(key: string): void {
    const lane = this.#lanes.get(key) ?? new Lane(key, this.#tools)
    this.#lanes.set(key, lane)
    lane.wake(() => {
      if (this.#lanes.get(key) === lane) this.#lanes.delete(key)
    })
  }

  async #take(lanes: readonly string[]): Promise<void> {
    for (const lane of lanes) this.#wanted.add(lane)
    if (this.#isTaking) return
    this.#isTaking = true
    try {
      while (this.#wanted.size > 0) {
        const wanted = [...this.#wanted]
        this.#wanted.clear()
        const others = wanted.filter(lane => !this.#isOurs(lane))
        await this.#share.take([...new Set(others.map(lane => laneParts(lane).botId))])
        for (const lane of wanted) if (this.#isOurs(lane) && !this.#stopping) this.#wakeLane(lane)
      }
    } catch (error) {
      this.#given.log.error({ err: error }, 'no bots could be taken')
    } finally {
      this.#isTaking = false
    }
  }

  async #give(botId: string, release: () => Promise<void>): Promise<void> {
    const isIts = (lane: string) => laneParts(lane).botId === botId
    const lanes = [...this.#lanes.keys()].filter(isIts)
    await this.#stopLanes(isIts)
    await release()
    this.traffic.forgetBot(botId)
    this.wake(lanes)
  }

  async #stopLanes(which: (lane: string) => boolean): Promise<void> {
    await Promise.all([...this.#lanes].map(([key, lane]) => which(key) && lane.stop()))
  }

  #beginAnew(): void {
    if (this.#stopping) return
    void this.#stopLanes(() => true)
    for (const lane of this.#lanes.keys()) this.traffic.forgetBot(laneParts(lane).botId)
    this.#lanes.clear()
    void this.#outageWatch.stop()
    this.#tools = this.#newTools()
    this.#outageWatch = this.#newOutageWatch()
    this.#outageWatch.keepAsking()
    this.look()
  }

  #newTools(): LaneTools {
    const { lease } = this.#share
    return {
      ...this.#given,
      db: this.#db,
      lease,
      writer: createDeliveryWriter(this.#db, { ...this.#given, lease }),
      traffic: this.traffic,
      inFlight: this.#inFlight,
      wake: lanes => this.wake(lanes),
    }
  }

  #newOutageWatch(): OutageWatch {
    return new OutageWatch(this.#db, this.#tools, {
      window: this.#outageWindow,
      lanes: this.#lanes,
    })
  }

  #heedOutage(whose: Whose): void {
    if (!this.#stopping) this.#outageWatch.heed(whose)
    // At its beginning too: what waits for its next attempt waits for the end of the outage instead.
    for (const key of this.#lanes.keys())
      if (whose === null || laneParts(key).botId === whose) this.#wakeLane(key)
  }
}
