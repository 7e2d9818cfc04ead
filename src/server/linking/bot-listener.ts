import type { Logger } from 'pino'
import { clock } from '#server/base/clock.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import type { Database } from '#server/store/engine/schema.ts'
import {
  type ChatLinkRow,
  giveUpLinks,
  type LinkTroubleState,
  noteListening,
  openLinksOf,
  progressOf,
} from '#server/store/rows/chat-links.ts'
import type { Failure } from '#server/telegram/failures.ts'
import type { BotUpdate, Telegram } from '#server/telegram/telegram.ts'
import { isDue } from './connect-chat.ts'
import {
  deadToken,
  haveToWait,
  noAnswer,
  otherReaderTrouble,
  webhookTrouble,
} from './link-texts.ts'
import { storeUpdates } from './store-updates.ts'

/** Seconds that Telegram holds a request without updates: half of the request timeout. */
const LONG_POLL_S = 10
/** Max updates per request; fewer after an answer that was too long. */
const MOST_AT_ONCE = 100
const NOTE_EVERY_MS = 2_000
/** A long poll that ends sooner than this without new updates is followed by a pause. */
const QUICK_ANSWER_MS = 1_000
const MOST_DOUBLINGS = 4

export type ListenerTools = {
  db: Database
  telegram: Telegram
  secretBox: SecretBox
  /** Called when the link with this hashed code has a chat to connect. */
  onChosen: (codeHash: string) => void
  /** True if this process still works for the bot. */
  mayAsk: (botId: string) => boolean
  /** Milliseconds until a bot's updates are requested again after they could not be read, or after a quick answer. */
  retryDelay: number
  /** Milliseconds of a flood wait. @param retryAfter seconds */
  floodWait: (retryAfter: number) => number
  log: Logger
}

/**
 * Reads one bot's updates while one of its links is open. Updates are written before the next request confirms them,
 * so that a process that is killed loses no update.
 */
export class BotListener {
  readonly ended: Promise<void>
  readonly #botId: string
  readonly #tools: ListenerTools
  readonly #stopping = new AbortController()
  #wake = () => {}
  #offset = 0
  #limit = MOST_AT_ONCE
  #failures = 0
  #isFirst = true
  /** Lower bound for the time of the next updates. Milliseconds UTC. */
  #readUpTo = 0
  #notedAt = Number.NEGATIVE_INFINITY
  #trouble: LinkTroubleState | null = null

  constructor(botId: string, tools: ListenerTools) {
    this.#botId = botId
    this.#tools = tools
    this.ended = this.#run()
  }

  /** Aborts the request under way. */
  stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    return this.ended
  }

  /** Ends a pause other than a flood wait, and asks at once. */
  lookAgain(): void {
    this.#wake()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        if (!(await this.#step(signal))) break
      } catch (error) {
        this.#tools.log.warn(
          { err: error, botId: this.#botId },
          'what came for links is read later',
        )
        await this.#backOff()
      }
    }
  }

  /** @returns false if there is no link to listen for, or the listening has to stop */
  async #step(signal: AbortSignal): Promise<boolean> {
    const { db, telegram, secretBox, mayAsk, onChosen } = this.#tools
    const links = await openLinksOf(db, this.#botId, clock.now())
    const [newest] = links
    if (!newest || !mayAsk(this.#botId)) return false
    for (const link of links) if (isDue(progressOf(link), clock.now())) onChosen(link.code_hash)
    const [asked, askedAt] = [clock.monotonic(), clock.now()]
    const token = secretBox.decrypt(newest.token)
    const limit = this.#limit
    const answer = await telegram.readUpdates(token, {
      offset: this.#offset,
      limit,
      wait: this.#isFirst ? 0 : LONG_POLL_S,
      signal,
    })
    if (signal.aborted || !mayAsk(this.#botId)) return false
    if (!answer.ok) {
      await this.#settle(answer.failure, links, token)
      return true
    }
    const before = this.#offset
    await this.#store(answer.result)
    if (answer.result.length < limit) this.#readUpTo = askedAt
    const isQuick = clock.monotonic() - asked < QUICK_ANSWER_MS
    if (this.#offset === before && isQuick && !this.#isFirst)
      await this.#pause(this.#tools.retryDelay)
    this.#isFirst = false
    return true
  }

  async #store(updates: readonly BotUpdate[]): Promise<void> {
    // Telegram's clock may be behind ours.
    const since = updates.map(update => ({ ...update, at: Math.max(update.at, this.#readUpTo) }))
    const chosen = await storeUpdates(this.#tools.db, this.#botId, since, clock.now())
    this.#offset = updates.reduce((next, { id }) => Math.max(next, id + 1), this.#offset)
    this.#limit = Math.min(MOST_AT_ONCE, this.#limit + 5)
    this.#failures = 0
    await this.#note(null)
    for (const codeHash of chosen) this.#tools.onChosen(codeHash)
  }

  async #settle(failure: Failure, links: readonly ChatLinkRow[], token: string): Promise<void> {
    const { db, telegram, secretBox } = this.#tools
    if (failure.kind === 'flood') {
      await this.#note(haveToWait(failure.retryAfter))
      await this.#pause(this.#tools.floodWait(failure.retryAfter), { mayWake: false })
      return
    }
    if (failure.kind === 'dead-token') {
      const dead = links.filter(link => secretBox.decrypt(link.token) === token)
      await giveUpLinks(
        db,
        dead.map(link => link.code_hash),
        deadToken(failure),
      )
      return
    }
    if (failure.code === 'not_bot_api' && this.#limit > 1) {
      // Updates written by strangers may make the answer too long.
      this.#limit = Math.ceil(this.#limit / 4)
      return
    }
    if (failure.code === 'webhook_active') {
      const host = await telegram.getWebhookHost(token)
      // The webhook may have been removed in between.
      const isThere = !host.ok || host.result !== null
      if (isThere) await this.#note(webhookTrouble(host.ok ? host.result : null))
    } else
      await this.#note(failure.code === 'other_reader' ? otherReaderTrouble : noAnswer(failure))
    await this.#backOff()
  }

  /** @param trouble null if the updates arrive */
  async #note(trouble: LinkTroubleState | null): Promise<void> {
    const isNew = trouble?.reason !== this.#trouble?.reason || this.#isFirst
    if (!isNew && clock.monotonic() - this.#notedAt < NOTE_EVERY_MS) return
    await noteListening(this.#tools.db, this.#botId, { now: clock.now(), trouble })
    this.#trouble = trouble
    this.#notedAt = clock.monotonic()
  }

  async #backOff(): Promise<void> {
    const doublings = Math.min(this.#failures, MOST_DOUBLINGS)
    this.#failures += 1
    await this.#pause(this.#tools.retryDelay * 2 ** doublings)
  }

  async #pause(milliseconds: number, { mayWake = true } = {}): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = clock.timer(milliseconds, resolve)
    this.#wake = () => {
      if (mayWake || this.#stopping.signal.aborted) resolve()
    }
    if (this.#stopping.signal.aborted) resolve()
    await promise
    timer.cancel()
    this.#wake = () => {}
  }
}
