/** A bot's updates, as getUpdates returns them, and the webhook that replaces getUpdates. */
import type { Update } from '@grammyjs/types'
import { clock } from '#server/base/clock.ts'
import { parseJson } from './json-object.ts'
import type { Bot, BotApiState } from './methods.ts'
import type { Parameters } from './parameters.ts'
import { badRequest, Refusal } from './refusal.ts'

type UpdateType = Exclude<keyof Update, 'update_id'>

/** A pending getUpdates call that waits for the next update. */
export type Poll = { wake(): void; refuse(why: Refusal): void }

const ONLY_WHEN_ASKED_FOR = ['chat_member', 'message_reaction', 'message_reaction_count']
const FIRST_UPDATE_ID = 700_000_001
const MAX_TIMEOUT_S = 50
/** Delay after an update in which a poll gathers the updates that follow. */
const GATHER_MS = 1

/** Queues an update, unless the bot does not want its type. */
export function addUpdate(bot: Bot, update: { [type in UpdateType]?: object }): void {
  const type = Object.keys(update)[0] ?? ''
  const isWanted = bot.allowedUpdates?.includes(type) ?? !ONLY_WHEN_ASKED_FOR.includes(type)
  if (!isWanted) return
  const update_id = nextUpdateId(bot)
  bot.lastUpdateId = update_id
  bot.updates.push({ update_id, ...update })
  bot.poll?.wake()
}

const nextUpdateId = (bot: Bot) =>
  Math.max(FIRST_UPDATE_ID - 1, bot.lastUpdateId, bot.updates.at(-1)?.update_id ?? 0) + 1

/** `gone` ends a poll whose client has disconnected. */
export function getUpdates(
  { speed, enforcesLimits }: Pick<BotApiState, 'speed' | 'enforcesLimits'>,
  bot: Bot,
  parameters: Parameters,
  gone: AbortSignal,
) {
  if (bot.webhook !== '')
    throw conflict(
      "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    )
  const offset = numberBetween(parameters, 'offset', 0, -(2 ** 31), 2 ** 31 - 1)
  let limit = numberBetween(parameters, 'limit', 100, 1, 100)
  let timeout = numberBetween(parameters, 'timeout', 0, 0, MAX_TIMEOUT_S)
  rememberAllowed(bot, parameters)
  if (enforcesLimits()) {
    // The same offset again.
    const ago = (clock.monotonic() - bot.lastPoll.at) * speed
    if (offset === bot.lastPoll.offset && ago < 3000) timeout = Math.max(timeout, 3)
    if (offset === bot.lastPoll.offset && ago < 500) limit = 1
  }
  bot.lastPoll = { offset, at: clock.monotonic() }
  const updates = readFrom(bot, offset, limit)
  if (timeout === 0 || updates.length > 0) return updates
  bot.poll?.refuse(
    conflict(
      'terminated by other getUpdates request; make sure that only one bot instance is running',
    ),
  )
  return waitForUpdates(bot, (timeout * 1000) / speed, gone, () => readFrom(bot, offset, limit))
}

/** Drops the updates before `offset`; a negative offset keeps that many of the newest. */
function readFrom(bot: Bot, offset: number, limit: number) {
  if (offset < 0) bot.updates.splice(0, Math.max(0, bot.updates.length + offset))
  // An offset far in the future acknowledges no update.
  else if (offset <= nextUpdateId(bot) + 10)
    bot.updates = bot.updates.filter(({ update_id }) => update_id >= offset)
  return bot.updates.slice(0, limit)
}

function waitForUpdates<T>(bot: Bot, ms: number, gone: AbortSignal, read: () => T) {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const answer = () => {
    leave()
    resolve(read())
  }
  let timer = clock.timer(ms, answer)
  const poll: Poll = {
    wake() {
      timer.cancel()
      timer = clock.timer(GATHER_MS, answer)
    },
    refuse(why) {
      leave()
      reject(why)
    },
  }
  const abort = () => poll.refuse(conflict('nobody waits for the answer'))
  function leave() {
    timer.cancel()
    gone.removeEventListener('abort', abort)
    if (bot.poll === poll) bot.poll = null
  }
  gone.addEventListener('abort', abort, { once: true })
  bot.poll = poll
  return promise
}

/** Without a list the previous choice is kept; a list without known types restores the default. */
function rememberAllowed(bot: Bot, parameters: Parameters): void {
  const list = parseJson(parameters.get('allowed_updates') ?? '')
  if (!Array.isArray(list) || !list.every(type => typeof type === 'string')) return
  const known = list.map(type => type.toLowerCase()).filter(type => UPDATE_TYPES.includes(type))
  bot.allowedUpdates = known.length === 0 ? null : known
}

const UPDATE_TYPES: readonly string[] = [
  'message',
  'edited_message',
  'channel_post',
  'edited_channel_post',
  'callback_query',
  'my_chat_member',
  'chat_member',
  'message_reaction',
  'message_reaction_count',
] satisfies UpdateType[]

export function setWebhook(bot: Bot, parameters: Parameters): true {
  const url = parameters.get('url') ?? ''
  if (url !== '' && !url.startsWith('https://'))
    throw badRequest('bad webhook: An HTTPS URL must be provided for webhook')
  rememberAllowed(bot, parameters)
  if (/^(true|yes|1)$/i.test(parameters.get('drop_pending_updates') ?? '')) bot.updates = []
  if (url !== '') bot.poll?.refuse(conflict('terminated by setWebhook request'))
  bot.webhook = url
  return true
}

const conflict = (why: string) => new Refusal(409, `Conflict: ${why}`)

function numberBetween(
  parameters: Parameters,
  name: string,
  absent: number,
  least: number,
  most: number,
): number {
  const text = parameters.get(name) ?? ''
  const value = text === '' ? absent : Number.parseInt(text, 10) || 0
  return Math.min(Math.max(value, least), most)
}
