import { clock } from '#server/base/clock.ts'
import { type Repeated, repeat } from '#server/base/repeat.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import {
  botsWithOpenLinks,
  deleteOldChatLinks,
  endLateLinks,
} from '#server/store/rows/chat-links.ts'
import { deleteOldSeenChats } from '#server/store/rows/seen-chats.ts'
import { BotListener, type ListenerTools } from './bot-listener.ts'
import type { ConnectChat } from './connect-chat.ts'

/** Max bots that a process listens to at once; the next bot waits until a listener ends. */
const MOST_BOTS = 100
const MOST_LOOKED_AT = 10_000
/** Max wait for running sends on stop: slightly more than one send may take. */
const LAST_SENDS_MS = 25_000

/** The bots that this process works for. */
type Assignment = {
  has: (botId: string) => boolean
  claim: (botIds: readonly string[]) => Promise<void>
  readonly lease: { allowsSend: () => boolean }
}

type Tools = Omit<ListenerTools, 'mayAsk' | 'onChosen'> & {
  connect: ConnectChat
  assignment: Assignment
  /** Interval in milliseconds between checks for links whose notice was lost. */
  poll: number
}

/** Listens to the bots that have open links, each in the process that works for the bot. */
export class LinkListener {
  readonly #tools: Tools
  readonly #listeners = new Map<string, BotListener>()
  readonly #connecting = new Set<Promise<void>>()
  #polling: Repeated | undefined

  constructor(tools: Tools) {
    this.#tools = tools
  }

  start(): void {
    this.#polling = repeat(() => this.#look(), {
      every: this.#tools.poll,
      onError: error => this.#tools.log.warn({ err: error }, 'the open links could not be read'),
    })
  }

  /** Called when a link of the bot was created, has ended, or is tried again. */
  linksChanged(botId: string): void {
    this.#listeners.get(botId)?.lookAgain()
    this.poll()
  }

  poll(): void {
    this.#polling?.soon()
  }

  /** Stops listening to the bot; resolves once that has ended. */
  async leave(botId: string): Promise<void> {
    await this.#listeners.get(botId)?.stop()
  }

  leaveAll(): void {
    for (const listener of this.#listeners.values()) void listener.stop()
  }

  async stop(): Promise<void> {
    await this.#polling?.[Symbol.asyncDispose]()
    await Promise.all([...this.#listeners.values()].map(listener => listener.stop()))
    const { promise: tooLong, resolve } = Promise.withResolvers<void>()
    const timer = clock.timer(LAST_SENDS_MS, resolve)
    await Promise.race([Promise.all(this.#connecting), tooLong])
    timer.cancel()
  }

  async #look(): Promise<void> {
    const { db, telegram, assignment } = this.#tools
    const now = clock.now()
    await transaction(db, async trx => {
      await endLateLinks(trx, now)
      await deleteOldChatLinks(trx, now)
      await deleteOldSeenChats(trx, now)
    })
    // A simulation has no updates to read: a call of the API simulates that the user opens the link.
    if (telegram.simulated) return
    const wanted = await botsWithOpenLinks(db, now, MOST_LOOKED_AT)
    const others = wanted.filter(botId => !assignment.has(botId))
    if (others.length > 0) await assignment.claim(others)
    for (const [botId, listener] of this.#listeners)
      if (!wanted.includes(botId)) void listener.stop()
    for (const botId of wanted) {
      if (this.#listeners.size >= MOST_BOTS) break
      if (!this.#listeners.has(botId) && this.#mayAsk(botId)) this.#listen(botId)
    }
  }

  #mayAsk(botId: string): boolean {
    const { assignment } = this.#tools
    return assignment.has(botId) && assignment.lease.allowsSend()
  }

  #listen(botId: string): void {
    const listener = new BotListener(botId, {
      ...this.#tools,
      mayAsk: one => this.#mayAsk(one),
      onChosen: codeHash => this.#connect(codeHash),
    })
    this.#listeners.set(botId, listener)
    void listener.ended.then(() => {
      this.#listeners.delete(botId)
      this.poll()
    })
  }

  /** Connects a chat beside the listening, so that a slow answer delays no other chat. */
  #connect(codeHash: string): void {
    const { connect, log } = this.#tools
    const connecting = connect(codeHash)
      .catch(error => log.warn({ err: error }, 'a chat could not be connected yet'))
      .finally(() => this.#connecting.delete(connecting))
    this.#connecting.add(connecting)
  }
}
