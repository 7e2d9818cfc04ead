import { deepEqual, ok } from 'node:assert/strict'
import type { Alert } from '#shared/model/alert.ts'
import type { LoggedRequest } from '../../support/bot-api/bot-api.ts'
import type { ChatMessage } from '../../support/bot-api/methods.ts'
import type { Kept } from './fault.ts'
import { alertsIn, type Line } from './line.ts'

/** What was promised to whom, and what became of it. */
export type Evidence = {
  lines: readonly Pick<Line, 'name' | 'acknowledged'>[]
  /** What stands in the chats, in the order stored. */
  messages: readonly Pick<ChatMessage, 'chatId' | 'text' | 'entities'>[]
  requests: readonly Pick<LoggedRequest, 'method' | 'chatId' | 'parameters' | 'status'>[]
  /** By the alert's id. */
  history: ReadonlyMap<string, Pick<Alert, 'telegramDeliveryStatus' | 'reason'>>
}

export type Exceptions = {
  /** The alerts that fail, visibly; no others do. */
  failing?: readonly string[]
  /** How often the process was killed: what a lane had in flight then may arrive once more. */
  kills?: number
}

/**
 * What was answered 202 has arrived or has failed with a reason, in order by first arrival; what
 * arrived again was in flight without an answer, and is the same whole message.
 * @throws AssertionError
 */
export function checkPromise(
  { lines, messages, requests, history }: Evidence,
  { failing = [], kills = 0 }: Exceptions = {},
): Kept {
  const acknowledged = lines.flatMap(line => line.acknowledged)
  const inOrder = [...new Set(messages.flatMap(({ text }) => alertsIn(text)))]
  const arrived = new Set(inOrder)
  const failed = acknowledged.filter(({ alertId }) => {
    const entry = history.get(alertId)
    return entry?.telegramDeliveryStatus === 'failed' && Boolean(entry.reason)
  })
  const lost = acknowledged.filter(one => !arrived.has(one.alert) && !failed.includes(one))
  deepEqual(namesOf(lost), [], 'some have neither arrived nor failed')
  deepEqual(namesOf(failed).sort(), failing.toSorted(), 'others have failed than should')

  for (const line of lines) {
    const expected = namesOf(line.acknowledged).filter(alert => arrived.has(alert))
    const promised = new Set(expected)
    const actual = inOrder.filter(alert => promised.has(alert))
    deepEqual(actual, expected, `${line.name} has lost its order`)
  }

  const originals = new Map(messages.map(message => [identityOf(message), message]))
  const named = [...originals.values()].flatMap(({ text }) => alertsIn(text))
  deepEqual(repeatedIn(named), [], 'some stand in two messages that differ')

  const unanswered = requests.filter(
    ({ method, status }) => method === 'sendmessage' && status !== 200,
  )
  for (const [chatId, inChat] of Map.groupBy(messages, message => message.chatId)) {
    const sends = unanswered.filter(request => request.chatId === chatId)
    const copies = Map.groupBy(inChat, identityOf)
    ok(inChat.length - copies.size <= sends.length + kills, `too many repeats in chat ${chatId}`)
    for (const [message, ...repeats] of copies.values()) {
      const inFlight = sends.filter(({ parameters }) => parameters.get('text') === message?.text)
      ok(repeats.length <= inFlight.length + kills, `«${message?.text}» was not in flight`)
    }
  }
  return {
    acknowledged: acknowledged.length,
    arrived: acknowledged.filter(({ alert }) => arrived.has(alert)).length,
    failed: failed.length,
    repeats: messages.length - originals.size,
  }
}

const namesOf = (alerts: Line['acknowledged']): string[] => alerts.map(({ alert }) => alert)

const identityOf = ({ chatId, text, entities }: Evidence['messages'][number]): string =>
  JSON.stringify({ chatId, text, entities })

function repeatedIn(names: readonly string[]): string[] {
  const seen = new Set<string>()
  return names.filter(name => seen.size === seen.add(name).size)
}
