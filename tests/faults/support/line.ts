import { setTimeout as pause } from 'node:timers/promises'
import { postAlert } from '../../support/webhook.ts'

/** `no answer`: the alert may have been stored, but was not acknowledged. */
type Posted = number | 'no answer'

/** `at` is in milliseconds UTC. */
type Acknowledged = { alertId: string; alert: string; at: number }

const SERVER_RETURNS_WITHIN_MS = 300_000

/** The alerts of one connection, numbered, posted one after the other. */
export class Line {
  readonly name: string
  readonly chatId: string
  /** The alerts that were answered 202, in order. */
  readonly acknowledged: Acknowledged[] = []
  /** Number of 503 answers. */
  refused = 0
  /** The time of the server's slowest answer. */
  slowestMs = 0
  #webhookUrls: readonly string[]
  #posted = 0
  #tries = 0

  /** @param origins of the servers that take its alerts in turn, when there are several */
  constructor(
    name: string,
    { telegramChatId, webhookUrl }: { telegramChatId: string; webhookUrl: string },
    origins: readonly string[] = [webhookUrl],
  ) {
    this.name = name
    this.chatId = telegramChatId
    this.#webhookUrls = origins.map(origin => new URL(new URL(webhookUrl).pathname, origin).href)
  }

  /** Posts further alerts to another address of the connection. */
  moveTo(webhookUrl: string): void {
    const { pathname } = new URL(webhookUrl)
    this.#webhookUrls = this.#webhookUrls.map(url => new URL(pathname, url).href)
  }

  /** Posts the next alert, once a server listens. @param words more text for its message */
  async post(words = ''): Promise<Posted> {
    this.#posted += 1
    const alert = `${this.name}-${this.#posted}`
    const begun = performance.now()
    const picture = `https://ejemplo.com/${alert}.png`
    const response = await this.#answerTo({ alert, words, symbol: alert, picture })
    this.slowestMs = Math.max(this.slowestMs, performance.now() - begun)
    if (!response) return 'no answer'
    if (response.status === 202) {
      const { alertId } = (await response.json()) as { alertId: string }
      this.acknowledged.push({ alertId, alert, at: Date.now() })
    } else {
      await response.arrayBuffer()
      if (response.status === 503) this.refused += 1
    }
    return response.status
  }

  async #answerTo(body: object): Promise<Response | null> {
    const deadline = performance.now() + SERVER_RETURNS_WITHIN_MS
    for (;;) {
      try {
        return await postAlert(this.#nextWebhookUrl(), body)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        const wasSent = (error.cause as NodeJS.ErrnoException | undefined)?.code !== 'ECONNREFUSED'
        if (wasSent) return null
        if (performance.now() > deadline) throw error
        await pause(20)
      }
    }
  }

  #nextWebhookUrl(): string {
    const url = this.#webhookUrls[this.#tries % this.#webhookUrls.length]
    this.#tries += 1
    return url ?? ''
  }
}

/** The names of the alerts in a message. */
export const alertsIn = (text: string): string[] => text.match(/\bL\d+-\d+/g) ?? []

/** Posts `count` alerts on each line, the lines side by side. */
export const burst = (lines: readonly Line[], count: number): Promise<unknown> =>
  Promise.all(
    lines.map(async line => {
      for (let n = 0; n < count; n += 1) await line.post()
    }),
  )

/** Posts alerts on all lines, at staggered times, until it is disposed of. @param interval milliseconds */
export function keepPosting(lines: readonly Line[], interval: number): AsyncDisposable {
  let isOver = false
  const posting = Promise.all(
    lines.map(async (line, index) => {
      await pause((interval * index) / lines.length)
      while (!isOver) {
        await line.post()
        await pause(interval)
      }
    }),
  )
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      await posting
    },
  }
}
