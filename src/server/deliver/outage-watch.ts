import type { SecretBox } from '#server/base/secrets.ts'
import { longestWaiting, waitingSince } from '#server/store/deliveries.ts'
import type { Database } from '#server/store/schema.ts'
import { endSilence, keepSilence } from '#server/store/silence.ts'
import { deliveryTexts } from '#shared/texts.ts'
import type { Delivering } from './delivering.ts'
import { failAlerts } from './fail-alerts.ts'

/** While nobody is answered: asks once a second, and ends what has waited for too long. */
export class OutageWatch {
  readonly #db: Database
  readonly #delivering: Delivering
  readonly #window: number
  readonly #isOursToEnd: (waiting: { lane: string; in_flight: number }) => boolean
  #timer: NodeJS.Timeout | undefined
  /** When it was last written that it lasts, on the monotonic clock. */
  #toldAt = 0
  #telling = Promise.resolve()

  /** @param window milliseconds that an alert waits for a Telegram that does not answer */
  constructor(
    db: Database,
    delivering: Delivering,
    {
      window,
      isOursToEnd,
    }: {
      window: number
      isOursToEnd: (waiting: { lane: string; in_flight: number }) => boolean
    },
  ) {
    this.#db = db
    this.#delivering = delivering
    this.#window = window
    this.#isOursToEnd = isOursToEnd
  }

  start(): void {
    this.#delivering.log.warn('Telegram answers nobody')
    this.#tellSilence()
    this.#tell(async () => this.#delivering.live.changedForAll('alerts'))
    this.#timer = setInterval(() => {
      this.#look().catch(error =>
        this.#delivering.log.error({ err: error }, 'the outage could not be looked after'),
      )
    }, this.#delivering.delays.probe)
  }

  /** Telegram answers again, or nobody wants to know any more. */
  end(): void {
    clearInterval(this.#timer)
    this.#tell(endSilence)
    this.#tell(async () => this.#delivering.live.changedForAll('alerts'))
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#telling
  }

  #tellSilence(): void {
    this.#toldAt = performance.now()
    const seen = Date.now()
    const since = Math.round(seen - this.#delivering.traffic.outage.lasted(this.#toldAt))
    this.#tell(db => keepSilence(db, { since, seen }))
  }

  /** One after the other; what the store does not take is told at another look. */
  #tell(work: (db: Database) => Promise<unknown>): void {
    this.#telling = this.#telling
      .then(async () => void (await work(this.#db)))
      .catch(error => this.#delivering.log.warn({ err: error }, 'the silence could not be told'))
  }

  /** A slow answer is an answer too: the next question does not wait for it. */
  async #look(): Promise<void> {
    const { telegram, secretBox, traffic, delays, log } = this.#delivering
    const waiting = await longestWaiting(this.#db)
    if (!waiting) return traffic.outage.lapse()
    if (performance.now() - this.#toldAt > delays.poll) this.#tellSilence()
    const [answer] = await Promise.all([
      telegram.getMe(unsealed(waiting.telegram_bot_token, secretBox)),
      this.#endOverdue().catch(error => log.error({ err: error }, 'none could be ended')),
    ])
    if (!answer.ok && answer.failure.kind === 'no-answer') return
    if (traffic.outage.isOn) log.info('Telegram answers again')
    traffic.outage.answered(performance.now())
  }

  /** Those that this outage has kept waiting for the whole window, a lane at a time. */
  async #endOverdue(): Promise<void> {
    const lasted = this.#delivering.traffic.outage.lasted(performance.now())
    if (lasted < this.#window) return
    const overdue = await waitingSince(this.#db, Date.now() - this.#window)
    const ours = overdue.filter(this.#isOursToEnd)
    for (const alerts of Map.groupBy(ours, ({ lane }) => lane).values()) {
      const [head] = alerts
      if (!head) continue
      await failAlerts(
        { head, others: async () => alerts.map(({ seq }) => seq) },
        { code: 'outage', reason: deliveryTexts.outage },
        this.#delivering,
      )
    }
  }
}

/** Any answer will do: Telegram refuses a token that can't be read any more as well. */
function unsealed(token: string, secretBox: SecretBox): string {
  try {
    return secretBox.decrypt(token)
  } catch {
    return ''
  }
}
