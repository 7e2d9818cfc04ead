import { clock } from '#server/base/clock.ts'
import { type Repeated, repeat } from '#server/base/repeat.ts'
import type { DeliveryFigures } from '#server/observe/current-metrics.ts'
import { LaneWaits } from '#server/observe/lane-waits.ts'
import type { Notices } from '#server/store/engine/notices.ts'
import type { Database } from '#server/store/engine/schema.ts'
import type { FreeLanes } from '#server/store/queue/free-lanes.ts'
import { FrontReader } from '#server/store/queue/front-reader.ts'
import { laneParts } from '#server/store/queue/lane-key.ts'
import { deleteEndedPauses, pausedAmong } from '#server/store/queue/pauses.ts'
import { queuedLanes } from '#server/store/queue/queued-lanes.ts'
import { deleteExpiredWaits } from '#server/store/queue/stored-flood-waits.ts'
import { FirstRefusals } from '#server/telegram/first-refusals.ts'
import { EXPIRES_AFTER_MS } from '#shared/limits.ts'
import { Lane, type LaneTools } from './lane/lane.ts'
import { mayLeave, reserveLanes } from './lane/reserve-lanes.ts'
import { ConcurrencyLimit } from './limits/concurrency-limit.ts'
import { LengthUnits } from './limits/length-units.ts'
import type { OutageScope } from './limits/outages.ts'
import { SendGate } from './limits/send-gate.ts'
import { OutageWatch } from './outage-watch.ts'
import type { DeliveryContext } from './outcome/delivery-context.ts'
import { createDeliveryWriter } from './outcome/delivery-writer.ts'
import type { BotAssignment } from './workers/bot-assignment.ts'
import { BotClaims } from './workers/claim-bots.ts'

/** Max wait for running sends on stop: slightly more than one send may take. */
const LAST_SENDS_MS = 25_000
/** Max requests in flight per process. */
const MOST_IN_FLIGHT = 64
/**
 * Max messages being made at once per process. More would not be made sooner, and alerts that wait meanwhile leave as
 * one message.
 */
const MOST_BEING_MADE = 12
/**
 * Storing webhooks goes first during a flood: after a transaction for at least `group` webhooks, at most `beingMade`
 * messages are made at once for `lasts` milliseconds.
 */
const FLOOD = { group: 12, beingMade: 2, lasts: 30 }

type Tools = Omit<
  DeliveryContext,
  'gate' | 'lengthUnits' | 'firstRefusals' | 'wake' | 'writer' | 'lease'
> & {
  notices: Notices
  assignment: BotAssignment
}

/** Other work that this process does for its bots. */
type BotWork = {
  /** Stops the work for the bot; resolves once it has stopped. */
  leave: (botId: string) => Promise<void>
  /** Ends the work of all bots: they are lost. */
  leaveAll: () => void
  /** Checks soon whether the work needs further bots, and claims them. */
  poll: () => void
}

/**
 * Runs the lanes of the assigned bots side by side. Each new alert wakes its lane at once; the poll
 * finds lanes whose wake-up was lost.
 */
export class Dispatcher {
  readonly gate: SendGate
  readonly #lengthUnits = new LengthUnits()
  readonly #firstRefusals: FirstRefusals
  readonly #db: Database
  readonly #tools: Tools
  readonly #assignment: BotAssignment
  readonly #outageWindow: number
  readonly #fronts: FrontReader
  readonly #lanes = new Map<string, Lane>()
  readonly #inFlight: ConcurrencyLimit
  readonly #making: ConcurrencyLimit
  readonly #waits = new LaneWaits()
  readonly #claims: BotClaims
  #laneTools: LaneTools
  #outageWatch: OutageWatch
  #polling: Repeated | undefined
  #botWork: BotWork | undefined
  #stopping = false

  /** @param outageWindow milliseconds that alerts wait for a Telegram that does not answer */
  constructor(db: Database, tools: Tools, outageWindow: number) {
    this.#firstRefusals = new FirstRefusals(tools.delays.secondRefusal)
    this.gate = new SendGate(tools.delays, {
      isPossible: outageWindow > 0,
      onChange: scope => this.#onOutageChange(scope),
    })
    this.#db = db
    this.#fronts = new FrontReader(db)
    this.#tools = tools
    this.#assignment = tools.assignment
    this.#claims = new BotClaims({
      assignment: tools.assignment,
      onClaimed: lanes => this.#wakeLanes(lanes),
      onError: error => tools.log.error({ err: error }, 'no bots could be claimed'),
    })
    this.#outageWindow = outageWindow
    this.#inFlight = new ConcurrencyLimit(MOST_IN_FLIGHT, tools.delays.inFlightTimeout)
    this.#making = new ConcurrencyLimit(MOST_BEING_MADE, tools.delays.makingTimeout)
    this.#laneTools = this.#newLaneTools()
    this.#outageWatch = this.#newOutageWatch()
  }

  async start(botWork?: BotWork): Promise<void> {
    this.#botWork = botWork
    const every = this.#tools.delays.poll
    this.#polling = repeat(() => this.#readLanes(), {
      every,
      first: every,
      onError: error => this.#tools.log.error({ err: error }, 'the lanes could not be read'),
    })
    await this.#assignment.start({
      onLost: () => this.#restart(),
      onWorkersChanged: () => {
        this.poll()
        botWork?.poll()
      },
      onHandOver: (botId, release) => this.#handOver(botId, release),
    })
    await this.#wakeAll()
  }

  /** Wakes the lanes of this process and notifies the other processes of theirs. */
  wake(lanes: Iterable<string>): void {
    const all = [...lanes]
    this.wakeOwn(all)
    for (const lane of all)
      if (!this.#isAssigned(lane)) this.#tools.notices.tell({ kind: 'waiting', lane })
  }

  /** Wakes the lanes whose bots this process works for; claims the bots of the other lanes if they are free. */
  wakeOwn(lanes: readonly string[]): void {
    if (this.#stopping) return
    const own = lanes.filter(lane => this.#isAssigned(lane))
    this.#wakeLanes(own)
    if (own.length < lanes.length) void this.#claims.claim(lanes)
  }

  /** Checks and reserves lanes for alerts that are being stored and may be sent at once. */
  readonly freeLanes: FreeLanes = {
    mayLeave: lane => this.#isFree(lane) && mayLeave(lane, this.#laneTools),
    reserve: (trx, arriving) =>
      reserveLanes(trx, arriving, {
        tools: this.#laneTools,
        isFree: lane => this.#isFree(lane),
        keep: (key, stored) => {
          const lane = this.#newLane(key)
          lane.sendStored(stored, () => this.#drop(key, lane))
        },
      }),
  }

  /** Slows message making down after a transaction for many webhooks. */
  giveWay(webhooks: number): void {
    if (webhooks >= FLOOD.group) this.#making.narrow(FLOOD.beingMade, FLOOD.lasts)
  }

  get figures(): DeliveryFigures {
    const { outages } = this.gate
    const now = clock.monotonic()
    const bots = [...outages.ofBots.keys()]
    return {
      lanes: this.#lanes.size,
      waits: this.#waits,
      isOutageOfAll: outages.isGlobal,
      botsInOutage: bots.length,
      outageMs: Math.max(...[null, ...bots].map(scope => outages.duration(scope, now))),
    }
  }

  /** Rechecks the account's lanes after a pause began or ended. */
  pausesChanged(userId: string): void {
    for (const key of this.#lanes.keys()) if (laneParts(key).userId === userId) this.#lookAgain(key)
  }

  get isStopping(): boolean {
    return this.#stopping
  }

  /** Finds waiting alerts whose wake-up was lost. */
  poll(): void {
    this.#polling?.soon()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    const polled = this.#polling?.[Symbol.asyncDispose]()
    void this.#outageWatch.stop()
    const stopped = this.#stopLanes(() => true)
    const { promise: tooLong, resolve } = Promise.withResolvers<void>()
    const timer = clock.timer(LAST_SENDS_MS, resolve)
    await Promise.race([stopped, tooLong])
    timer.cancel()
    await polled
    await this.#outageWatch.stop()
    await this.#assignment.stop()
  }

  async #readLanes(): Promise<void> {
    this.gate.prune(clock.monotonic())
    const now = clock.now()
    await Promise.all([
      deleteExpiredWaits(this.#db, now),
      deleteEndedPauses(this.#db, now - EXPIRES_AFTER_MS),
      this.#wakeAll(),
    ])
  }

  async #wakeAll(): Promise<void> {
    for await (const lanes of queuedLanes(this.#db)) {
      await this.#findResumed(lanes)
      this.wakeOwn(lanes)
    }
  }

  /** Wakes resumed lanes whose notice was lost. */
  async #findResumed(lanes: readonly string[]): Promise<void> {
    const paused = lanes.filter(key => this.#lanes.get(key)?.isPaused)
    if (paused.length === 0) return
    const still = await pausedAmong(this.#db, paused)
    for (const key of paused) if (!still.has(key)) this.#lookAgain(key)
  }

  #lookAgain(key: string): void {
    const lane = this.#lanes.get(key)
    if (!this.#stopping) lane?.lookAgain(() => this.#drop(key, lane))
  }

  #isFree(lane: string): boolean {
    return !this.#stopping && !this.#lanes.has(lane) && this.#isAssigned(lane)
  }

  #isAssigned(lane: string): boolean {
    return this.#assignment.has(laneParts(lane).botId)
  }

  #wakeLanes(keys: readonly string[]): void {
    if (!this.#stopping) for (const key of keys) this.#wakeLane(key)
  }

  #wakeLane(key: string): void {
    const lane = this.#lanes.get(key) ?? this.#newLane(key)
    lane.wake(() => this.#drop(key, lane))
  }

  #newLane(key: string): Lane {
    const lane = new Lane(key, this.#laneTools)
    this.#lanes.set(key, lane)
    return lane
  }

  /** Removes an idle lane. */
  #drop(key: string, lane: Lane): void {
    if (this.#lanes.get(key) === lane) this.#lanes.delete(key)
  }

  async #handOver(botId: string, release: () => Promise<void>): Promise<void> {
    const isOfBot = (lane: string) => laneParts(lane).botId === botId
    const lanes = [...this.#lanes.keys()].filter(isOfBot)
    await Promise.all([this.#stopLanes(isOfBot), this.#botWork?.leave(botId)])
    await release()
    this.gate.dropBot(botId)
    this.wake(lanes)
  }

  async #stopLanes(which: (lane: string) => boolean): Promise<void> {
    await Promise.all([...this.#lanes].map(([key, lane]) => which(key) && lane.stop()))
  }

  #restart(): void {
    if (this.#stopping) return
    this.#botWork?.leaveAll()
    void this.#stopLanes(() => true)
    for (const lane of this.#lanes.keys()) this.gate.dropBot(laneParts(lane).botId)
    this.#lanes.clear()
    void this.#outageWatch.stop()
    this.#laneTools = this.#newLaneTools()
    this.#outageWatch = this.#newOutageWatch()
    this.#outageWatch.probeWhileNeeded()
    this.poll()
  }

  #newLaneTools(): LaneTools {
    const { lease } = this.#assignment
    return {
      ...this.#tools,
      db: this.#db,
      fronts: this.#fronts,
      lease,
      writer: createDeliveryWriter(this.#db, { ...this.#tools, lease }),
      gate: this.gate,
      lengthUnits: this.#lengthUnits,
      firstRefusals: this.#firstRefusals,
      inFlight: this.#inFlight,
      making: this.#making,
      waits: this.#waits,
      wake: lanes => this.wake(lanes),
    }
  }

  #newOutageWatch(): OutageWatch {
    return new OutageWatch(this.#db, this.#laneTools, {
      window: this.#outageWindow,
      lanes: this.#lanes,
    })
  }

  #onOutageChange(scope: OutageScope): void {
    if (!this.#stopping) this.#outageWatch.onChange(scope)
    // Also when an outage begins: lanes in backoff must switch to waiting for its end.
    for (const key of this.#lanes.keys())
      if (scope === null || laneParts(key).botId === scope) this.#wakeLane(key)
  }
}
