import { setTimeout as pause } from 'node:timers/promises'
import { postAlert } from '../../support/webhook.ts'

/** `no answer`: it may have been stored or not, and nothing was promised. */
type Posted = number | 'no answer'

type Acknowledged = { alertId: string; alert: string }

const SERVER_RETURNS_WITHIN_MS = 30_000

/** The alerts of one connection, numbered, posted one after the other. */
export class Line {
  readonly name: string
  readonly chatId: string
  /** What was answered 202, in order. */
  readonly acknowledged: Acknowledged[] = []
  /** How often the server asked to send again. */
  refused = 0
  /** How long the server took for its slowest answer. */
  slowestMs = 0
  readonly #webhookUrl: string
  #posted = 0

  constructor(name: string, connection: { telegramChatId: string; webhookUrl: string }) {
    this.name = name
    this.chatId = connection.telegramChatId
    this.#webhookUrl = connection.webhookUrl
  }

  /** Posts the next alert, once the server listens. @param words what its message says besides */
  async post(words = ''): Promise<Posted> {
    this.#posted += 1
    const alert = `${this.name}-${this.#posted}`
    const begun = performance.now()
    const response = await this.#answerTo({ alert, words })
    this.slowestMs = Math.max(this.slowestMs, performance.now() - begun)
    if (!response) return 'no answer'
    if (response.status === 202) {
      const { alertId } = (await response.json()) as { alertId: string }
      this.acknowledged.push({ alertId, alert })
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
        return await postAlert(this.#webhookUrl, body)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        const wasSent = (error.cause as NodeJS.ErrnoException | undefined)?.code !== 'ECONNREFUSED'
        if (wasSent) return null
        if (performance.now() > deadline) throw error
        await pause(20)
      }
    }
  }
}

/** The names of the alerts that a message tells of. */
export const alertsIn = (text: string): string[] => text.match(/\bL\d+-\d+/g) ?? []

/** So many alerts on each line, the lines side by side. */
export const burst = (lines: readonly Line[], count: number): Promise<unknown> =>
  Promise.all(
    lines.map(async line => {
      for (let n = 0; n < count; n += 1) await line.post()
    }),
  )

/** Alerts on all lines until it is disposed of. @param interval milliseconds */
export function keepPosting(lines: readonly Line[], interval: number): AsyncDisposable {
  let isOver = false
  const posting = Promise.all(
    lines.map(async line => {
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
