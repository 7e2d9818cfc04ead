import { deepEqual, ok } from 'node:assert/strict'
import type { Alert } from '#shared/model/alert.ts'
import type { LoggedRequest } from '../../support/bot-api/bot-api.ts'
import type { ChatMessage } from '../../support/bot-api/methods.ts'
import type { Kept } from './fault.ts'
import { alertsIn, type Line } from './line.ts'

type Acknowledged = Pick<Line['acknowledged'][number], 'alertId' | 'alert'>

/** The acknowledged alerts of each line, and their outcome. */
export type Evidence = {
  lines: readonly { name: string; acknowledged: readonly Acknowledged[] }[]
  /** The messages in the chats, in the order of arrival. */
  messages: readonly Message[]
  requests: readonly Pick<LoggedRequest, 'method' | 'chatId' | 'parameters' | 'status' | 'via'>[]
  /** By the alert's id. */
  failures: ReadonlyMap<string, Pick<Alert, 'reason'>>
}

/** A message with the parts beside its text. */
type Message = Pick<ChatMessage, 'chatId' | 'text' | 'entities'> &
  Partial<Pick<ChatMessage, 'buttons' | 'preview'>>

export type Exceptions = {
  /** The only alerts that fail, visibly. */
  failing?: readonly string[]
  /** Number of kills: with each, a lane's message in flight may arrive once more. */
  kills?: number
  /** The struck processes: only messages first sent by them may arrive again. */
  struck?: readonly string[]
}

/**
 * Every alert that was answered 202 has arrived or failed with a reason, in order of first arrival. A
 * message that arrived again was in flight without an answer, and is the same whole message.
 * @throws AssertionError
 */
export function checkPromise(
  { lines, messages, requests, failures }: Evidence,
  { failing = [], kills = 0, struck }: Exceptions = {},
): Kept {
  const acknowledged = lines.flatMap(line => line.acknowledged)
  const inOrder = [...new Set(messages.flatMap(({ text }) => alertsIn(text)))]
  const arrived = new Set(inOrder)
  const failed = acknowledged.filter(({ alertId }) => failures.get(alertId)?.reason)
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

  const sends = Map.groupBy(
    requests.filter(({ method }) => method === 'sendmessage'),
    request => request.chatId,
  )
  for (const [chatId, inChat] of Map.groupBy(messages, message => message.chatId)) {
    const toChat = sends.get(chatId) ?? []
    const unanswered = toChat.filter(({ status }) => status !== 200)
    const copies = Map.groupBy(inChat, identityOf)
    const repeats = inChat.length - copies.size
    ok(repeats <= unanswered.length + kills, `too many repeats in chat ${chatId}`)
    for (const [message, ...again] of copies.values()) {
      const isSame = (request: Send) => request.parameters.get('text') === message?.text
      const inFlight = unanswered.filter(isSame)
      ok(again.length <= inFlight.length + kills, `«${message?.text}» was not in flight`)
      const first = toChat.find(isSame)?.via ?? ''
      const wasStruck = !struck || struck.includes(first)
      ok(again.length === 0 || wasStruck, `«${message?.text}» came again though sent by ${first}`)
    }
  }
  return {
    acknowledged: acknowledged.length,
    arrived: acknowledged.filter(({ alert }) => arrived.has(alert)).length,
    failed: failed.length,
    repeats: messages.length - originals.size,
  }
}

type Send = Evidence['requests'][number]

const namesOf = (alerts: readonly Acknowledged[]): string[] => alerts.map(({ alert }) => alert)

const identityOf = ({ chatId, text, entities, buttons, preview }: Message): string =>
  JSON.stringify({ chatId, text, entities, buttons, preview })

function repeatedIn(names: readonly string[]): string[] {
  const seen = new Set<string>()
  return names.filter(name => seen.size === seen.add(name).size)
}
