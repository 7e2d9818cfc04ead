import { setTimeout as pause } from 'node:timers/promises'
import type { SecretBox } from '#server/base/secrets.ts'
import type { Delivering } from '#server/deliver/delivering.ts'
import { failAlerts } from '#server/deliver/outcome/fail-alerts.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { tokenOfLane } from '#server/store/queue/deliveries.ts'
import { laneParts } from '#server/store/queue/lane-key.ts'
import { endSilence, keepSilences } from '#server/store/queue/outage-status.ts'
import { lanesOverdue, type Overdue, overdueOfLane } from '#server/store/queue/overdue.ts'
import { deliveryTexts } from '#shared/texts.ts'
import { askTelegram } from './ask-telegram.ts'
import type { Whose } from './outage.ts'

/** The lanes that this process works on, as they are at any time. */
type Lanes = ReadonlyMap<string, { isSending: boolean }>

/** While Telegram does not answer: asks for the bots in turn, and ends what has waited for too long. */
export class OutageWatch {
  readonly #db: Database
  readonly #delivering: Delivering
  readonly #window: number
  readonly #lanes: Lanes
  #timer: NodeJS.Timeout | undefined
  /** When it was last asked for each bot, on the monotonic clock. */
  readonly #askedAt = new Map<string, number>()
  #isEnding = false
  /** When it was last written that it lasts, on the monotonic clock. */
  #toldAt = 0
  #telling = Promise.resolve()

  /** @param window milliseconds that an alert waits for a Telegram that does not answer */
  constructor(
    db: Database,
    delivering: Delivering,
    { window, lanes }: { window: number; lanes: Lanes },
  ) {
    this.#db = db
    this.#delivering = delivering
    this.#window = window
    this.#lanes = lanes
  }

  /** An outage has begun or is over: Telegram answers again, or nobody wants to know any more. */
  heed(whose: Whose): void {
    const { log, traffic, live } = this.#delivering
    const { isOfAll, ofBots } = traffic.outage
    const isOn = whose === null ? isOfAll : ofBots.has(whose)
    const bot = whose === null ? {} : { botId: whose }
    if (isOn) log.warn(bot, 'Telegram does not answer')
    else log.info(bot, 'nobody waits for Telegram to answer any more')
    if (isOn) this.#tellSilence(whose)
    else this.#tell(db => endSilence(db, whose))
    const users = this.#usersOf(whose)
    this.#tell(async () => {
      if (whose === null) live.changedForAll('alerts')
      else for (const userId of users) live.changed(userId, 'alerts')
    })
    this.keepAsking()
  }

  /** For as long as there is an outage. */
  keepAsking(): void {
    const { isOfAll, ofBots } = this.#delivering.traffic.outage
    if (!isOfAll && ofBots.size === 0) this.#end()
    else if (!this.#timer) this.#begin()
  }

  async stop(): Promise<void> {
    this.#end()
    await this.#telling
  }

  #begin(): void {
    this.#toldAt = performance.now()
    this.#timer = setInterval(() => this.#look(), this.#delivering.delays.probe)
    this.#look()
  }

  #end(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#askedAt.clear()
  }

  /** A slow answer is an answer too: the next question does not wait for it. */
  #look(): void {
    const { isOfAll, ofBots } = this.#delivering.traffic.outage
    if (performance.now() - this.#toldAt > this.#delivering.delays.poll) {
      this.#toldAt = performance.now()
      this.#tellSilence(...(isOfAll ? [null] : []), ...ofBots.keys())
    }
    const fail = (error: unknown) =>
      this.#delivering.log.error({ err: error }, 'the outage could not be looked after')
    this.#ask().catch(fail)
    this.#endOverdue().catch(fail)
  }

  /** Who is answered is seldom the only one: then the next question follows at once. */
  async #ask(): Promise<void> {
    for (;;) {
      const next = await this.#nextToAsk()
      if (next === null) return
      if (!(await askTelegram(next.botId, next.token, this.#delivering))) return
    }
  }

  /** @returns the next of the bots that something waits for */
  async #nextToAsk(): Promise<{ botId: string; token: string } | null> {
    const { outage } = this.#delivering.traffic
    const lanes = Map.groupBy(this.#lanes.keys(), lane => laneParts(lane).botId)
    for (const botId of this.#inTurn([...(outage.isOfAll ? lanes : outage.ofBots).keys()])) {
      const sealed = await this.#tokenOf(lanes.get(botId) ?? [])
      if (sealed !== null) {
        this.#askedAt.set(botId, performance.now())
        return { botId, token: unsealed(sealed, this.#delivering.secretBox) }
      }
      outage.lapse(botId)
    }
    outage.lapse(null)
    return null
  }

  /**
   * Those first that were answered a moment ago, for nobody knows better whether anybody is; then
   * those for which it was asked longest ago.
   */
  #inTurn(bots: readonly string[]): string[] {
    const { outage } = this.#delivering.traffic
    const turns = bots.map(botId => {
      const askedAt = this.#askedAt.get(botId) ?? LONG_AGO
      const answeredAt = outage.answeredAt(botId)
      return { botId, askedAt, witness: answeredAt > askedAt ? answeredAt : LONG_AGO }
    })
    return turns
      .sort((one, other) => order(other.witness, one.witness) || order(one.askedAt, other.askedAt))
      .map(({ botId }) => botId)
  }

  async #tokenOf(lanes: readonly string[]): Promise<string | null> {
    for (const lane of lanes) {
      const [waiting] = await tokenOfLane(this.#db, lane)
      if (waiting) return waiting.telegram_bot_token
    }
    return null
  }

  /** Those that their outage has kept waiting for the whole window, as long as nobody is answered. */
  async #endOverdue(): Promise<void> {
    if (this.#isEnding) return
    this.#isEnding = true
    try {
      const lanes = [...this.#lanes.keys()].filter(lane => this.#hasLasted(lane))
      for (const overdue of await lanesOverdue(this.#db, lanes, Date.now() - this.#window))
        await this.#endLane(overdue)
    } finally {
      this.#isEnding = false
    }
  }

  /** Telegram may be back since the lane before was ended, so it is asked once more. */
  async #endLane(head: Overdue): Promise<void> {
    const { secretBox, delays } = this.#delivering
    const token = unsealed(head.telegram_bot_token ?? '', secretBox)
    const asked = askTelegram(laneParts(head.lane).botId, token, this.#delivering)
    await Promise.race([asked, pause(delays.probe, undefined, { ref: false })])
    const lane = this.#lanes.get(head.lane)
    if (!lane || !this.#timer || !this.#hasLasted(head.lane)) return
    const which = { before: Date.now() - this.#window, withSending: !lane.isSending }
    await failAlerts(
      { head, others: trx => overdueOfLane(trx, head.lane, which) },
      { code: 'outage', reason: deliveryTexts.outage },
      this.#delivering,
    )
  }

  #hasLasted(lane: string): boolean {
    const { outage } = this.#delivering.traffic
    const { botId } = laneParts(lane)
    return outage.isOn(botId) && outage.lasted(botId, performance.now()) >= this.#window
  }

  #tellSilence(...bots: readonly Whose[]): void {
    const { outage } = this.#delivering.traffic
    const [now, seen] = [performance.now(), Date.now()]
    const silences = bots.map(botId => ({
      botId,
      since: Math.round(seen - outage.lasted(botId, now)),
      seen,
    }))
    this.#tell(db => keepSilences(db, silences))
  }

  /** One after the other; what the store does not take is told at another look. */
  #tell(work: (db: Database) => Promise<unknown>): void {
    this.#telling = this.#telling
      .then(async () => void (await work(this.#db)))
      .catch(error => this.#delivering.log.warn({ err: error }, 'the silence could not be told'))
  }

  #usersOf(whose: Whose): Set<string> {
    const lanes = [...this.#lanes.keys()].map(laneParts)
    return new Set(lanes.filter(({ botId }) => botId === whose).map(({ userId }) => userId))
  }
}

const LONG_AGO = Number.NEGATIVE_INFINITY

const order = (one: number, other: number): number => (one === other ? 0 : one - other)

/** Any answer will do: Telegram refuses a token that can't be read any more as well. */
function unsealed(token: string, secretBox: SecretBox): string {
  try {
    return secretBox.decrypt(token)
  } catch {
    return ''
  }
}
