import pLimit from 'p-limit'
import { clock } from '#server/base/clock.ts'
import { reasonFor } from '#server/telegram/failure-reasons.ts'
import type { Failure } from '#server/telegram/failures.ts'
import { reasonWithNearby } from '#server/telegram/nearby-chat.ts'
import type { ChatIdentity, Telegram, TelegramResponse } from '#server/telegram/telegram.ts'
import { plural, quantity } from '#shared/format.ts'
import type { Finding } from '#shared/model/diagnosis.ts'
import { connectionTexts } from '#shared/texts/connections.ts'
import { fine, inTwo, unknown, wrong } from './finding.ts'

/**
 * @property token null if it can't be decrypted
 * @property owner the account's e-mail, if connections of several accounts are checked
 */
export type CheckedConnection = {
  id: string
  name: string
  token: string | null
  chatId: string
  owner?: string | null
}

type Asked = CheckedConnection & { token: string }

const MOST_BOTS = 20
const MOST_CHATS = 10
const AT_ONCE = 4
const LIMIT_MS = 25_000
/** Milliseconds for one answer of Telegram; sends wait longer. */
const ANSWER_MS = 5_000

/**
 * Checks whether Telegram knows the bots, whether another program uses them, and whether they may post in their
 * chats. Updates are not read, which would interrupt their reader.
 * @param connections only the first bots and chats are checked
 */
export async function checkBots(
  telegram: Telegram,
  connections: readonly CheckedConnection[],
): Promise<Finding[]> {
  if (connections.length === 0) return [unknown('Bots', 'No hay ninguna conexión activa.')]
  const bots = [...Map.groupBy(connections.filter(hasToken), ({ token }) => token).values()]
  const end = clock.monotonic() + LIMIT_MS
  const turns = pLimit(AT_ONCE)
  const asked = bots.slice(0, MOST_BOTS)
  const found = await Promise.all(
    asked.map(bot =>
      turns(() => (clock.monotonic() < end ? checkBot(telegram, bot, end) : Promise.resolve(null))),
    ),
  )
  const left = bots.length - found.filter(findings => findings !== null).length
  return [
    ...withoutToken(connections.filter(connection => !hasToken(connection))),
    ...found.flatMap(findings => findings ?? []),
    ...(left > 0 ? [notAsked(left)] : []),
  ]
}

const hasToken = (connection: CheckedConnection): connection is Asked => connection.token !== null

function withoutToken(connections: readonly CheckedConnection[]): Finding[] {
  const [first] = connections
  if (!first) return []
  const said = wrong(`Bot de ${named(connections)}`, ...inTwo(connectionTexts.unreadable))
  return [ofConnection(first, said)]
}

const notAsked = (left: number): Finding =>
  unknown(
    'Otros bots',
    `${unchecked(left, 'bot', 'bots')}: se miran los ${MOST_BOTS} de las conexiones más nuevas, mientras dé tiempo.`,
    'En Conexiones, «Probar» comprueba cualquiera de ellas.',
  )

const unchecked = (left: number, one: string, many: string): string =>
  `${plural(left, 'Queda', 'Quedan')} ${quantity(left, one, many)} sin comprobar`

/** Each finding names the connection by which the bot or the chat was asked. */
async function checkBot(
  telegram: Telegram,
  connections: readonly Asked[],
  end: number,
): Promise<Finding[]> {
  const [first] = connections
  if (!first) return []
  const me = await soon(telegram.getMe(first.token))
  if (!me.ok) return [ofConnection(first, failed(`Bot de ${named(connections)}`, me.failure))]
  const bot = me.result.username ? `@${me.result.username}` : me.result.name
  const findings = [ofConnection(first, await checkWebhook(telegram, first, bot))]
  const chats = [...Map.groupBy(connections, ({ chatId }) => chatId).values()]
  let left = chats.length
  for (const those of chats.slice(0, MOST_CHATS)) {
    if (clock.monotonic() > end) break
    findings.push(await checkChat(telegram, those, bot))
    left -= 1
  }
  if (left > 0)
    findings.push(ofConnection(first, unknown(bot, `${unchecked(left, 'chat', 'chats')}.`)))
  return findings
}

/** Looks for another program's webhook; a bot with an invalid token does not get here. */
async function checkWebhook(telegram: Telegram, { token }: Asked, bot: string): Promise<Finding> {
  const answer = await soon(telegram.getWebhookHost(token))
  if (!answer.ok) return failed(bot, answer.failure)
  if (answer.result === null)
    return fine(bot, 'El token vale, y ningún otro programa tiene un webhook.')
  return wrong(
    bot,
    `El token vale, pero otro programa, en ${answer.result}, recibe por webhook lo que se escribe a este bot. Los envíos salen; «Detectar chat» no funciona, y los límites de Telegram son para los dos.`,
    'Usa para Pregonero un bot propio. Si no conoces ese programa, cambia el token en @BotFather.',
  )
}

async function checkChat(
  telegram: Telegram,
  connections: readonly Asked[],
  bot: string,
): Promise<Finding> {
  const [first] = connections
  if (!first) throw new Error('a chat is one of a connection')
  const what = `${bot} en ${named(connections)}`
  const answer = await soon(telegram.checkPosting(first.token, first.chatId))
  if (answer.ok) return ofConnection(first, fine(what, chatWords(answer.result)))
  const { failure } = answer
  if (failure.code !== 'chat_not_found') return ofConnection(first, failed(what, failure))
  const { reason } = await reasonWithNearby(failure, first, telegram)
  return ofConnection(first, wrong(what, ...inTwo(reason)))
}

async function soon<T>(asked: Promise<TelegramResponse<T>>): Promise<TelegramResponse<T>> {
  const timer = new AbortController()
  const tooLate = clock.pause(ANSWER_MS, { signal: timer.signal }).then(() => NOT_IN_TIME)
  tooLate.catch(() => {})
  try {
    return await Promise.race([asked, tooLate])
  } finally {
    timer.abort()
  }
}

const NOT_IN_TIME: TelegramResponse<never> = {
  ok: false,
  failure: { kind: 'no-answer', code: 'timeout', doubt: true, description: 'timeout' },
}

const chatWords = ({ type, title }: ChatIdentity): string =>
  type === 'private'
    ? `Conoce el chat con «${title}». Si ahí bloquearon el bot, solo se ve al enviar.`
    : `Puede escribir en ${type === 'channel' ? 'el canal' : 'el grupo'} «${title}».`

/** A temporary failure leaves the bot's state unknown. */
function failed(what: string, failure: Failure): Finding {
  const isPassing = failure.kind === 'no-answer' || failure.kind === 'flood'
  return (isPassing ? unknown : wrong)(what, ...inTwo(reasonFor(failure)))
}

const ofConnection = ({ id }: CheckedConnection, finding: Finding): Finding => ({
  ...finding,
  connectionId: id,
})

function named(connections: readonly CheckedConnection[]): string {
  const [first] = connections
  const others = connections.length - 1
  const owner = first?.owner ? ` (${first.owner})` : ''
  return `«${first?.name}»${owner}${others > 0 ? ` y ${others} más` : ''}`
}
