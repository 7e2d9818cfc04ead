import { clock } from '#server/base/clock.ts'
import { type Repeated, repeat } from '#server/base/repeat.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { laneParts } from '#server/store/queue/lane-key.ts'
import { clearOutage, writeOutages } from '#server/store/queue/outage-status.ts'
import type { FailureReason } from '#server/store/queue/outcomes.ts'
import { lanesOverdue, type Overdue, overdueOfLane } from '#server/store/queue/overdue.ts'
import { tokenOfLane } from '#server/store/queue/queued-lanes.ts'
import { readAttempts } from '#server/store/rows/attempt-log.ts'
import { deliveryTexts } from '#shared/texts/deliveries.ts'
import { type OutageScope, probeBot } from './limits/outages.ts'
import type { DeliveryContext } from './outcome/delivery-context.ts'
import { failAlerts } from './outcome/fail-alerts.ts'

/** Lanes that this process is working on. */
type Lanes = ReadonlyMap<string, { isSending: boolean }>

/** Failure reason of the last attempt if the owner can fix it, else the outage. */
function failureReasonOf({ attempt_log }: Overdue): FailureReason {
  const last = readAttempts(attempt_log).at(-1)
  return last?.reason && MENDABLE.includes(last.code)
    ? { code: last.code, reason: last.reason }
    : { code: 'outage', reason: deliveryTexts.outage }
}

const MENDABLE: readonly string[] = ['bad_certificate', 'proxy_refused']

/** Probes the bots in turn during an outage, and fails alerts that have waited for the whole window. */
export class OutageWatch {
  readonly #db: Database
  readonly #context: DeliveryContext
  readonly #window: number
  readonly #lanes: Lanes
  #repeated: Repeated[] = []
  /** Time of each bot's last probe, on the monotonic clock. */
  readonly #probedAt = new Map<string, number>()
  /** Time at which the outage's status was last written, on the monotonic clock. */
  #writtenAt = 0
  #writing = Promise.resolve()

  /** @param window milliseconds that an alert waits for a Telegram that does not answer */
  constructor(
    db: Database,
    context: DeliveryContext,
    { window, lanes }: { window: number; lanes: Lanes },
  ) {
    this.#db = db
    this.#context = context
    this.#window = window
    this.#lanes = lanes
  }

  /** Called when an outage begins or ends; it also ends when no alert waits for it any more. */
  onChange(scope: OutageScope): void {
    const { log, gate, live } = this.#context
    const { isGlobal, ofBots } = gate.outages
    const isOn = scope === null ? isGlobal : ofBots.has(scope)
    const bot = scope === null ? {} : { botId: scope }
    if (isOn) log.warn(bot, 'Telegram does not answer')
    else log.info(bot, 'the outage is over, or nothing waits for its end any more')
    if (isOn) this.#writeStatus(scope)
    else this.#write(db => clearOutage(db, scope))
    const users = this.#usersOf(scope)
    this.#write(async () => {
      if (scope === null) live.changedForAll('alerts')
      else for (const userId of users) live.changed(userId, 'alerts')
    })
    this.probeWhileNeeded()
  }

  /** Starts probing during an outage, stops it otherwise. */
  probeWhileNeeded(): void {
    const { isGlobal, ofBots } = this.#context.gate.outages
    if (!isGlobal && ofBots.size === 0) this.#end()
    else if (this.#repeated.length === 0) this.#begin()
  }

  async stop(): Promise<void> {
    this.#end()
    await this.#writing
  }

  #begin(): void {
    this.#writtenAt = clock.monotonic()
    const { log, delays } = this.#context
    const onError = (error: unknown) => log.error({ err: error }, 'the outage could not be probed')
    // The first run may end the outage, so it comes after this call.
    const rhythm = { every: delays.outageProbe, first: 1, onError }
    this.#repeated = [
      repeat(async () => this.#step(onError), rhythm),
      repeat(signal => this.#failOverdue(signal), rhythm),
    ]
  }

  #end(): void {
    for (const one of this.#repeated) void one[Symbol.asyncDispose]()
    this.#repeated = []
    this.#probedAt.clear()
  }

  /** Does not wait for the probe: the next one starts on time, and a late answer counts too. */
  #step(onError: (error: unknown) => void): void {
    const { isGlobal, ofBots } = this.#context.gate.outages
    if (clock.monotonic() - this.#writtenAt > this.#context.delays.poll) {
      this.#writtenAt = clock.monotonic()
      this.#writeStatus(...(isGlobal ? [null] : []), ...ofBots.keys())
    }
    this.#probe().catch(onError)
  }

  /** After an answer, probes the next bot at once: when one bot is answered, others usually are too. */
  async #probe(): Promise<void> {
    const { telegram, gate } = this.#context
    for (;;) {
      const next = await this.#nextToProbe()
      if (next === null || !(await probeBot(next, telegram, gate.outages))) return
    }
  }

  /** @returns the next bot with waiting alerts; null without one */
  async #nextToProbe(): Promise<{ botId: string; token: string } | null> {
    const { outages } = this.#context.gate
    const lanes = Map.groupBy(this.#lanes.keys(), lane => laneParts(lane).botId)
    for (const botId of this.#inTurn([...(outages.isGlobal ? lanes : outages.ofBots).keys()])) {
      const sealed = await this.#tokenOf(lanes.get(botId) ?? [])
      if (sealed !== null) {
        this.#probedAt.set(botId, clock.monotonic())
        return { botId, token: this.#forProbe(sealed) }
      }
      outages.end(botId)
    }
    outages.end(null)
    return null
  }

  /** Bots answered since their last probe first, then the least recently probed. */
  #inTurn(bots: readonly string[]): string[] {
    const { outages } = this.#context.gate
    const turns = bots.map(botId => {
      const probedAt = this.#probedAt.get(botId) ?? LONG_AGO
      const answeredAt = outages.answeredAt(botId)
      return { botId, probedAt, answeredAt: answeredAt > probedAt ? answeredAt : LONG_AGO }
    })
    return turns
      .sort((a, b) => compare(b.answeredAt, a.answeredAt) || compare(a.probedAt, b.probedAt))
      .map(({ botId }) => botId)
  }

  async #tokenOf(lanes: readonly string[]): Promise<string | null> {
    for (const lane of lanes) {
      const [waiting] = await tokenOfLane(this.#db, lane)
      if (waiting) return waiting.telegram_bot_token
    }
    return null
  }

  /** Empty if it can't be decrypted: Telegram answers a wrong token too. */
  #forProbe(sealed: string): string {
    return this.#context.secretBox.tryDecrypt(sealed) ?? ''
  }

  /** Fails the alerts that one outage has kept waiting for the whole window. */
  async #failOverdue(ended: AbortSignal): Promise<void> {
    const lanes = [...this.#lanes.keys()].filter(lane => this.#hasLasted(lane))
    for (const overdue of await lanesOverdue(this.#db, lanes, clock.now() - this.#window))
      await this.#failLane(overdue, ended)
  }

  /** Fails the lane's overdue alerts, unless one more probe ends the outage: failing the previous lane took time. */
  async #failLane(head: Overdue, ended: AbortSignal): Promise<void> {
    const { delays, telegram, gate } = this.#context
    const token = this.#forProbe(head.telegram_bot_token ?? '')
    const { botId } = laneParts(head.lane)
    const probed = probeBot({ botId, token }, telegram, gate.outages)
    await Promise.race([probed, clock.pause(delays.outageProbe, { keepsAlive: false })])
    const lane = this.#lanes.get(head.lane)
    if (!lane || ended.aborted || !this.#hasLasted(head.lane)) return
    const which = { before: clock.now() - this.#window, withSending: !lane.isSending }
    await failAlerts(
      { head, others: trx => overdueOfLane(trx, head.lane, which) },
      failureReasonOf(head),
      this.#context,
    )
  }

  #hasLasted(lane: string): boolean {
    const { outages } = this.#context.gate
    const { botId } = laneParts(lane)
    return outages.isOn(botId) && outages.duration(botId, clock.monotonic()) >= this.#window
  }

  #writeStatus(...bots: readonly OutageScope[]): void {
    const { outages } = this.#context.gate
    const [now, seen] = [clock.monotonic(), clock.now()]
    const status = bots.map(botId => ({
      botId,
      since: Math.round(seen - outages.duration(botId, now)),
      seen,
    }))
    this.#write(db => writeOutages(db, status))
  }

  /** Writes one after the other. Errors are only logged: during an outage its status is soon written again. */
  #write(work: (db: Database) => Promise<unknown>): void {
    this.#writing = this.#writing
      .then(async () => void (await work(this.#db)))
      .catch(error =>
        this.#context.log.warn({ err: error }, 'the outage status could not be written'),
      )
  }

  #usersOf(scope: OutageScope): Set<string> {
    const lanes = [...this.#lanes.keys()].map(laneParts)
    return new Set(lanes.filter(({ botId }) => botId === scope).map(({ userId }) => userId))
  }
}

const LONG_AGO = Number.NEGATIVE_INFINITY

/** Unlike a subtraction, compares two infinite values as equal. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b)
