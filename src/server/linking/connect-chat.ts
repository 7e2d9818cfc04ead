import { clock } from '#server/base/clock.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { laneOf } from '#server/store/queue/lane-key.ts'
import {
  type ChatLinkRow,
  changeProgress,
  isOpen,
  type LinkProgress,
  type LinkTroubleState,
} from '#server/store/rows/chat-links.ts'
import type { Failure } from '#server/telegram/failures.ts'
import type { SendBlock, SendPermits } from '#server/telegram/send-permits.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import { firstMessage } from '#shared/message/first-message.ts'
import type { Chat } from '#shared/model/telegram.ts'
import {
  botRemoved,
  chatRefused,
  deadToken,
  haveToWait,
  messageInDoubt,
  noAnswer,
  noRightToPost,
  outageTrouble,
} from './link-texts.ts'

/**
 * Longer than the two requests of the check and the send may take together: after this time the process that began is
 * gone.
 * Milliseconds.
 */
const CONNECTING_LASTS_MS = 75_000
/** Max wait for the rate limits of the bot and the chat. Milliseconds. */
const PATIENCE_MS = 3_000
const RETRY_MS = 5_000
/** Max time for writing the outcome. Milliseconds. */
const OUTCOME_PATIENCE_MS = 30_000

type Tools = {
  db: Database
  telegram: Telegram
  secretBox: SecretBox
  permits: SendPermits
  /** Milliseconds of a flood wait. @param retryAfter seconds */
  floodWait: (retryAfter: number) => number
}

/**
 * Checks whether the bot may write to the chosen chat of a link, sends the first message, and writes the outcome. If
 * several begin at once, only one goes on. The message is sent at most once, unless its owner asks for it again.
 * @param codeHash of the link
 */
export type ConnectChat = (codeHash: string) => Promise<void>

export const createChatConnector =
  (tools: Tools): ConnectChat =>
  async codeHash => {
    const since = clock.now()
    let link: ChatLinkRow | undefined
    const begun = await changeProgress(tools.db, codeHash, (progress, row) => {
      if (row.token === '' || !isOpen(row, since)) return null
      link = row
      return isDue(progress, since)
        ? { ...progress, state: { kind: 'connecting', since, isSent: false } }
        : null
    })
    if (!begun?.chosen || !link) return
    const { chosen } = begun
    const state = await connect(tools, link, chosen, since)
    if (!state) return
    // The message may be in the chat, so the outcome is written even if the database fails for a moment.
    await transaction(
      tools.db,
      trx =>
        changeProgress(trx, codeHash, progress =>
          isOurs(progress, since) ? afterConnecting(progress, chosen, state) : null,
        ),
      { patience: OUTCOME_PATIENCE_MS },
    )
  }

/** @param began the chat at the start: a group may have become a supergroup meanwhile */
function afterConnecting(progress: LinkProgress, began: Chosen, state: Outcome): LinkProgress {
  const { chosen } = progress
  const hasMoved = chosen !== null && chosen.chat.id !== began.chat.id
  if (!hasMoved) return { ...progress, state, chosen: { ...began, chat: state.chat ?? began.chat } }
  if (state.kind === 'trouble' && state.code !== 'message_in_doubt')
    return { ...progress, state: { kind: 'waiting' } }
  return { ...progress, state: { ...state, chat: chosen.chat } }
}

/** True if the process that began connecting is gone. @param now milliseconds UTC */
export const isLeft = (state: LinkProgress['state'], now: number): boolean =>
  state.kind === 'connecting' && Math.abs(now - state.since) > CONNECTING_LASTS_MS

/** True if the chosen chat waits to be connected. @param now milliseconds UTC */
export function isDue({ state, chosen }: LinkProgress, now: number): boolean {
  if (!chosen) return false
  if (state.kind === 'connecting') return isLeft(state, now) && !state.isSent
  if (state.kind === 'trouble') return state.retryAt !== null && state.retryAt <= now
  return state.kind === 'waiting'
}

const isOurs = ({ state }: LinkProgress, since: number): boolean =>
  state.kind === 'connecting' && state.since === since

type Chosen = NonNullable<LinkProgress['chosen']>
type Outcome = Extract<LinkProgress['state'], { kind: 'found' | 'trouble' }>

/** @returns null if the link was closed, or its state was changed elsewhere, meanwhile */
async function connect(
  { db, telegram, secretBox, permits, floodWait }: Tools,
  row: ChatLinkRow,
  { chat: named, topicId }: Chosen,
  since: number,
): Promise<Outcome | null> {
  if (telegram.simulated) return { kind: 'found', chat: named, topicId, message: firstMessage }
  const token = secretBox.decrypt(row.token)
  const failed = (failure: Failure, hasLeft: boolean): Outcome =>
    failure.kind === 'flood'
      ? waits(failure.retryAfter, chat, floodWait(failure.retryAfter))
      : afterFailure(failure, { chat, topicId }, hasLeft)
  let chat: Chat = named
  // Follow one new id of a group; a second migration in a row leads nowhere.
  for (let follows = 0; ; follows += 1) {
    const posting = await telegram.checkPosting(token, chat.id)
    if (!posting.ok) {
      if (posting.failure.kind !== 'migrated' || follows > 0) return failed(posting.failure, false)
      chat = { ...chat, id: posting.failure.chatId, type: 'supergroup' }
      continue
    }
    chat = posting.result
    const lane = laneOf(row.user_id, row.bot_id, chat.id)
    const block = await acquire(permits, lane)
    if (block) return blocked(block, chat)
    const left = await changeProgress(db, row.code_hash, (progress, row) =>
      isOurs(progress, since) && isOpen(row, clock.now())
        ? { ...progress, state: { kind: 'connecting', since, isSent: true } }
        : null,
    )
    if (!left) return null
    const sent = await telegram.sendMessage(token, {
      chatId: chat.id,
      ...firstMessage,
      topicId,
      silent: false,
      linkPreview: false,
      protectContent: false,
      isContinuation: false,
    })
    if (sent.ok) {
      const there = { ...chat, id: sent.result.chatId }
      return { kind: 'found', chat: there, topicId, message: firstMessage }
    }
    const { failure } = sent
    if (failure.kind === 'flood') await permits.keepFloodWait(lane, failure.retryAfter)
    if (failure.kind !== 'migrated' || follows > 0) return failed(failure, true)
    chat = { ...chat, id: failure.chatId, type: 'supergroup' }
  }
}

/** Waits for the rate limits up to `PATIENCE_MS`; returns other blocks at once. */
async function acquire(permits: SendPermits, lane: string): Promise<SendBlock | null> {
  const begun = clock.monotonic()
  for (;;) {
    const block = await permits.acquire(lane)
    if (block?.kind !== 'rate-limit') return block
    if (clock.monotonic() - begun + block.wait > PATIENCE_MS) return block
    await clock.pause(block.wait)
  }
}

const blocked = (block: SendBlock, chat: Chat): Outcome =>
  block.kind === 'outage'
    ? { ...outageTrouble(chat), retryAt: clock.now() + RETRY_MS }
    : waits(Math.ceil(block.wait / 1_000), chat, block.wait)

const waits = (seconds: number, chat: Chat, milliseconds: number): Outcome => ({
  ...haveToWait(seconds, chat),
  retryAt: clock.now() + milliseconds,
})

/** @param hasLeft true if the message may be in the chat */
function afterFailure(failure: Failure, chosen: Chosen, hasLeft: boolean): Outcome {
  const { chat } = chosen
  switch (failure.kind) {
    case 'no-answer':
      return hasLeft && failure.doubt
        ? { ...messageInDoubt(chat), retryAt: null }
        : { ...noAnswer(failure, chat), retryAt: clock.now() + RETRY_MS }
    case 'dead-token':
      return { ...deadToken(failure), chat, retryAt: null }
    case 'flood':
    case 'migrated':
    case 'formatting':
    case 'preview':
    case 'buttons':
    case 'dead-chat':
    case 'dead-topic':
    case 'refused':
      return { ...refused(failure, chosen), retryAt: null }
  }
}

function refused(failure: Failure, { chat, topicId }: Chosen): LinkTroubleState {
  switch (failure.code) {
    case 'bot_blocked':
    case 'bot_kicked':
    case 'bot_not_member':
    case 'chat_not_found':
      return botRemoved(chat)
    case 'bot_not_admin':
    case 'bot_without_rights':
    case 'chat_forbidden':
      return noRightToPost(chat)
    default:
      return chatRefused(failure, chat, topicId)
  }
}
