import { startBotApi } from '../tests/support/bot-api/bot-api.ts'
import { createFloodLimits } from '../tests/support/bot-api/flood-limits.ts'
import { alertNumbers } from './support/alert-request.ts'
import { outOfOrder } from './support/arrival-order.ts'
import type { Figure, Row } from './support/figure.ts'
import { postAtRate } from './support/post-alerts.ts'
import { startPregonero } from './support/start-pregonero.ts'

const BURSTS = [60, 500]
const LONGEST_WAIT_MS = 100_000
/** Telegram's limits of a message. */
const MOST = { codePoints: 4_096, entities: 100 }

/** Alerts of one second to a group that takes 20 messages a minute. In real time. */
export async function burst(): Promise<Figure> {
  await using botApi = await startBotApi({ limits: true })
  const groups = BURSTS.map((_, nth) => ({
    token: botApi.addBot().token,
    chatId: String(botApi.addChat({ id: -1_001 - nth, type: 'supergroup' }).id),
  }))
  await using pregonero = await startPregonero({ apiRoot: botApi.root, routes: groups })
  const { port, paths } = pregonero.target

  const results = await Promise.all(
    BURSTS.map(async (alerts, nth) => {
      const { token = '', chatId } = groups[nth] ?? {}
      const began = Date.now()
      const posted = await postAtRate(
        { port, paths: paths.slice(nth, nth + 1) },
        { perSecond: alerts, count: alerts },
      )
      const inChat = () => botApi.messages.filter(message => message.chatId === chatId)
      const numbers = () => inChat().flatMap(message => alertNumbers(message.text))
      const readable = await botApi
        .waitFor(() => numbers().length >= alerts, LONGEST_WAIT_MS)
        .then(
          () => Math.max(...inChat().map(message => message.at)) - began,
          () => Number.POSITIVE_INFINITY,
        )
      const one = inChat().find(message => alertNumbers(message.text).length === 1)
      const start = posted[0]?.sentAt ?? 0
      return {
        alerts,
        readable,
        messages: inChat().length,
        disorder: outOfOrder(posted, inChat()),
        refused: botApi.requests.filter(
          request => request.token === token && request.status === 429,
        ).length,
        best: soonest(
          posted.map(alert => alert.sentAt - start),
          fitting(one ?? { text: '', entities: [] }),
        ),
      }
    }),
  )
  return {
    name: 'burst',
    control: 'the best that the rate limits allow to a sender without delay',
    rows: results.flatMap(({ alerts, readable, best, disorder, refused }): Row[] => [
      {
        what: `${alerts} alerts in one second to one group: all readable after`,
        unit: 's',
        pregonero: readable / 1_000,
        control: best / 1_000,
        goal: alerts === 60 ? { of: 'value', atMost: 6 } : { of: 'ratio', atMost: 1.1 },
      },
      {
        what: 'the same: out of order',
        unit: 'alerts',
        pregonero: disorder,
        control: null,
        goal: { of: 'value', atMost: 0 },
      },
      {
        what: 'the same: 429 provoked',
        unit: 'answers',
        pregonero: refused,
        control: null,
        goal: { of: 'value', atMost: 0 },
      },
    ]),
    notes: results.map(({ alerts, messages }) => `${alerts} alerts went in ${messages} messages.`),
  }
}

/** Number of alerts like this one that fit into a message. */
const fitting = ({ text, entities }: { text: string; entities: readonly unknown[] }): number =>
  Math.floor(Math.min(MOST.codePoints / Array.from(text).length, MOST.entities / entities.length))

/** Earliest time at which the last alert can be readable. Milliseconds, like `arrivals`. */
function soonest(arrivals: readonly number[], perMessage: number): number {
  let now = 0
  let sent = 0
  const admit = createFloodLimits(1, () => now)
  for (;;) {
    const waiting = arrivals.filter(at => at <= now).length - sent
    if (waiting > 0 && admit('', { id: 0, type: 'supergroup' }) === 0)
      sent += Math.min(waiting, perMessage)
    if (sent >= arrivals.length) return now
    now += 1
  }
}
